// The base path of the page on its host: "/" on a server of its own, or a folder such as "/some/folder/".
// Every address of a page or a file begins with it.

/** Returns the folder above that of the script. It works in a worker too, because it needs no document. */
export const baseOf = (script: string): string => new URL("..", script).pathname;

export const base = import.meta.env.PROD ? baseOf(import.meta.url) : "/";
