// Where the workbench's code is kept: in the tab, so that going back finds it, and in a link's fragment. Neither is sent to
// any server.

const KEY = "apimap-workbench";
const FRAGMENT = "#code=";

/** Keeps code for this tab; a browser that forbids that only forgets it. */
export const keep = (code) => {
  try {
    sessionStorage.setItem(KEY, code);
  } catch {
    // nothing depends on it
  }
};

export const kept = () => {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
};

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** The address of the page with code in its fragment. */
export const linkTo = async (code) => {
  const bytes = await through(new TextEncoder().encode(code), new CompressionStream("deflate-raw"));
  const text = btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(""));
  const address = new URL(location.href);
  address.hash = `${FRAGMENT}${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  return address.href;
};

/** The code in the address; undefined where there is none, or it is damaged. */
export const linked = async () => {
  if (!location.hash.startsWith(FRAGMENT)) {
    return undefined;
  }
  try {
    const text = atob(location.hash.slice(FRAGMENT.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return undefined;
  }
};
