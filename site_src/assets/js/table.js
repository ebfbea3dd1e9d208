// Lists of APIs and the list of rules can be filtered and sorted, and each row can be linked to. The tables are complete
// without it; a page that has no such table loads no more than this.
if (document.querySelector(".apimap-filter")) {
  import("./list/page.js").then(({ start }) => start());
}

// The workbench is a page of its own, and what it needs is large.
const workbench = document.querySelector("form[data-workbench]");
if (workbench) {
  import("./workbench/page.js").then(({ start }) => start(workbench));
}
