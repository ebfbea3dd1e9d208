// Starts the theme's search worker, and loads the index that it needs, when somebody searches: left to itself the theme
// does both on every page. The address of this file names the theme's worker, `on-demand.js?search.….min.js`; it stands
// in the same folder because that worker loads its languages relative to where it runs.
//
// It also makes queries clearer. Chinese is cut into the words that the index has: the theme does that too, but never
// looks at the end of a query, and of `参数名` would look for `参数` alone. A Latin word counts more as it is than as the
// beginning of another, which the theme takes it for: `relu` is no `relu6`.
//
// What the page and the worker send each other has a `type`: 0 set up, 1 ready, 2 a query, 3 its result.
const SETUP = 0;
const READY = 1;
const QUERY = 2;
const RESULT = 3;

const theirs = location.search.slice(1);
const answer = self.postMessage.bind(self);
const tell = (data) => self.dispatchEvent(new MessageEvent("message", { data }));

let state = "asleep";
let latest = "";
const words = new Set();
let separator;

const start = async () => {
  const index = await (await fetch(new URL("../../../search/search_index.json", location))).json();
  separator = new RegExp(index.config.separator);
  // Words stand apart in the index: every run of Chinese is one.
  for (const { title, text } of index.docs) {
    for (const word of `${title} ${text}`.match(/\p{sc=Han}+/gu) || []) {
      words.add(word);
    }
  }
  importScripts(theirs);
  // From here on the theme's worker hears every message. Its "ready" is for us: the page was told that long ago.
  self.postMessage = (message) => {
    if (message.type === READY) {
      self.postMessage = answer;
      state = "awake";
      ask(latest);
    }
  };
  tell({ type: SETUP, data: { ...index, options: { suggest: false } } });
};

const ask = (query) => {
  const plain = !/["^~*+]|(^|\s)-/.test(query);
  const latin = plain ? query.split(separator).filter((word) => /^\w+$/.test(word)) : [];
  const chinese = query.replace(/\p{sc=Han}+/gu, (run) => ` ${cut(run).join(" ")} `);
  tell({ type: QUERY, data: [chinese, ...latin.map((word) => `${word.toLowerCase()}^4`)].join(" "), isCut: true });
};

// The longest words that the index has, from the left. What it has not stays together, and so does a run of which it has
// nothing but single characters: they say too little.
const cut = (run) => {
  const parts = [];
  let unknown = "";
  for (let at = 0; at < run.length; ) {
    let end = run.length;
    while (end > at && !words.has(run.slice(at, end))) {
      end -= 1;
    }
    if (end === at) {
      unknown += run[at];
      at += 1;
    } else {
      parts.push(...(unknown ? [unknown] : []), run.slice(at, end));
      unknown = "";
      at = end;
    }
  }
  const all = unknown ? [...parts, unknown] : parts;
  return all.some((part) => part.length > 1) ? all : [run];
};

self.addEventListener("message", (event) => {
  const { type, data, isCut } = event.data;
  if (type !== QUERY || isCut) {
    return;
  }
  event.stopImmediatePropagation();
  latest = data;
  if (state === "awake") {
    ask(data);
  } else if (state === "asleep" && data) {
    state = "starting";
    start().catch(() => {
      state = "asleep";
      answer({ type: RESULT, data: { items: [] } });
    });
  }
});

answer({ type: READY });
