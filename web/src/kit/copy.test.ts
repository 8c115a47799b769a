// Copying with the clipboard, without one, and where copying fails.
import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "./copy";

afterEach(() => vi.unstubAllGlobals());

/** The used part of a document: one field, its selection, and `execCommand`. */
function pageThatCopies(works: boolean): () => string {
  let field: { value: string; style: object; select(): void; remove(): void } | null = null;
  let copied = "";
  vi.stubGlobal("HTMLElement", class {});
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("document", {
    createElement: () => (field = { value: "", style: {}, select: () => undefined, remove: () => (field = null) }),
    querySelector: () => null,
    body: { append: () => undefined },
    activeElement: null,
    execCommand: () => {
      copied = field?.value ?? "";
      return works;
    },
  });
  return () => `${copied} ${field === null ? "and the field is gone" : ""}`;
}

test("over plain http, without a clipboard, a text is copied", async () => {
  const copied = pageThatCopies(true);
  expect(await copyText("http://192.168.1.5:4880/table/x")).toBe(true);
  expect(copied()).toBe("http://192.168.1.5:4880/table/x and the field is gone");
});
test("a failed copy is reported", async () => {
  pageThatCopies(false);
  expect(await copyText("x")).toBe(false);
});
