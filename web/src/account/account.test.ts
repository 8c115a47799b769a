import { expect, test } from "vitest";
import { deviceLabel, proofIn } from "./account";

test("a recovery code is told from a password by its form", () => {
  for (const code of ["CAXB-GCRJ-GGBE-KEVG", " caxb gcrj ggbe kevg\n", "caxb–gcrj–ggbe–kevg"]) expect(proofIn(code)).toEqual({ kind: "code", code });
  for (const password of ["three blind mice", "CAXBGCRJGGBEKEVG", "CAXB-GCRJ-GGBE"]) expect(proofIn(password)).toEqual({ kind: "password", password });
});

test("a device is described by its browser and system", () => {
  expect(deviceLabel("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe("Firefox on Linux");
  expect(deviceLabel("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1")).toBe("Safari on iOS");
  expect(deviceLabel("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36")).toBe("Chrome on Android");
  expect(deviceLabel("curl/8")).toBe("");
});
