// Where the page lies on its host: "/" on a server of its own, "/some/house/" in a folder of somebody else's. Every address of
// a place or a file of the page begins with it.

/** The folder that holds the one with the scripts. A worker finds it as the page does, without a document. */
export const baseOf = (script: string): string => new URL("..", script).pathname;

export const base = import.meta.env.PROD ? baseOf(import.meta.url) : "/";
