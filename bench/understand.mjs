// Runs the JavaScript core of the workbench in node: `node bench/understand.mjs calls.json` reads one source text a line, as
// JSON, from standard input, and writes what it understood of each, a line each.

import { readFileSync, writeSync } from "node:fs";

import { convert } from "../site_src/assets/js/calls/convert.js";
import { Knowledge } from "../site_src/assets/js/calls/knowledge/knowledge.js";
import { SourceError } from "../site_src/assets/js/calls/site.js";

const knowledge = new Knowledge(JSON.parse(readFileSync(process.argv[2], "utf8")));

const understood = (source) => {
  try {
    const { text, analysis } = convert(source, knowledge);
    const sites = analysis.sites.map(({ verdict, ...site }) => ({ ...site, verdict: verdict.word }));
    return { text, sites };
  } catch (error) {
    if (error instanceof SourceError) {
      return { error: error.message, line: error.line };
    }
    return { error: `${error.stack}`, line: 0 };
  }
};

const write = (text) => {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== "EAGAIN") {
        throw error; // a pipe that is full takes more later
      }
    }
  }
};

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  write(`${JSON.stringify(understood(JSON.parse(line)))}\n`);
}
