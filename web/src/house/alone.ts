// Whether there is a server behind the page: `parlour site` writes into the documents of a folder of files that there is none.

export const hasServer = globalThis.document?.documentElement.dataset.house !== "none";
