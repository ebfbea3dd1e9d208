// How names are compared: without case and underscores, and one letter may be wrong.

export const fold = (text) => text.toLowerCase().replaceAll("_", "");
export const lastOf = (text) => text.slice(text.lastIndexOf(".") + 1);

// Whether one letter more, less, other, or two exchanged make one text the other.
export const isOneTypo = (a, b) => {
  if (Math.abs(a.length - b.length) > 1 || a === b) {
    return false;
  }
  let at = 0;
  while (a[at] === b[at]) {
    at += 1;
  }
  const exchanged = a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
  return exchanged || a.slice(at + 1) === b.slice(at + 1) || a.slice(at + 1) === b.slice(at) || a.slice(at) === b.slice(at + 1);
};
