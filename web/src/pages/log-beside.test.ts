// The log beside the table.
import { expect, test } from "vitest";
import { headerHeight } from "../layout/header";
import { solve } from "../layout/solve";
import { arrangements as capture } from "../games/capture/layout";
import { logWidth } from "./log-beside";

test.each([[1280, 720], [1366, 768], [1440, 760], [1536, 730], [1920, 1080], [2560, 1440]])("at %i×%i the log stands beside a table of full width", (width, height) => {
  const log = Math.min(logWidth(width, height)!, 301);
  expect(log).toBeGreaterThanOrEqual(280);
  const table = capture({ seats: 2, bottom: 0, counterClockwise: true, held: 3, lying: 4, builds: false, open: false, acts: true, watches: false });
  const { felt } = solve(table, { width: width - log, height: height - headerHeight(height), root: 16, scale: 1, touch: false, rtl: false });
  expect(felt!.width / felt!.height).toBeCloseTo(1.5, 2);
});

test.each([[1280, 800], [1440, 900], [1024, 600], [844, 390]])("at %i×%i a button opens the log", (width, height) => {
  expect(logWidth(width, height)).toBeNull();
});
