import { expect, test } from "vitest";
import { tieTo } from "./ties";

test("a tie is found by the name", () => {
  const ties = { friends: [{ name: "Ada", online: true }], requests: ["Bob"], asked: ["Cy"], muted: ["Ada", "Dan"], blocked: ["Eve"] };
  expect(tieTo(ties, "Ada")).toEqual({ friendship: "friends", muted: true, blocked: false });
  expect(tieTo(ties, "Bob").friendship).toBe("requested");
  expect(tieTo(ties, "Cy").friendship).toBe("asked");
  expect(tieTo(ties, "Dan")).toEqual({ friendship: "none", muted: true, blocked: false });
  expect(tieTo(ties, "Eve")).toEqual({ friendship: "none", muted: false, blocked: true });
});
