// Whether the page has a server. `parlour export` writes `data-house="none"` into its documents.

export const hasServer = globalThis.document?.documentElement.dataset.house !== "none";
