// Whether the page has a server. `parlour export` writes `data-server="none"` into its documents.

export const hasServer = globalThis.document?.documentElement.dataset.server !== "none";
