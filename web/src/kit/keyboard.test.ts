// Keys: their commands, and the focus after an arrow key.
import { describe, expect, test } from "vitest";
import { arrowTo, keyCommandOf } from "./keyboard";

describe("keys", () => {
  const key = (name: string, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, target: null, ...more });
  test("digits are cards, letters are commands", () => {
    expect(keyCommandOf(key("1"))).toEqual({ command: "card", index: 0 });
    expect(keyCommandOf(key("0"))).toEqual({ command: "card", index: 9 });
    expect(keyCommandOf(key("T"))).toEqual({ command: "readTable" });
    expect(keyCommandOf(key("?"))).toEqual({ command: "help" });
    expect(keyCommandOf(key("q"))).toBeNull();
  });
  test("keys are ignored while typing and with a modifier", () => {
    expect(keyCommandOf(key("t", { target: { tagName: "INPUT", type: "text" } }))).toBeNull();
    expect(keyCommandOf(key("t", { target: { tagName: "INPUT", type: "checkbox" } }))).not.toBeNull();
    expect(keyCommandOf(key("c", { ctrlKey: true }))).toBeNull();
  });
  test("arrows wrap around, and move up and down by rows", () => {
    expect(arrowTo("ArrowRight", 2, 3)).toBe(0);
    expect(arrowTo("ArrowLeft", 0, 3)).toBe(2);
    expect(arrowTo("ArrowDown", 1, 6, 4)).toBe(5);
    expect(arrowTo("ArrowDown", 3, 6, 4)).toBeNull();
    expect(arrowTo("End", 0, 6)).toBe(5);
    expect(arrowTo("Enter", 0, 6)).toBeNull();
  });
});
