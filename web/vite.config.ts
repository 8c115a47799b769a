// How the page is built: Svelte, into web/dist, with the texts from ../text; how it is tested: vitest over src.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env.PARLOUR_ADDRESS ?? "http://127.0.0.1:4880";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "dist",
    target: "es2022",
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: ["..", "../../text"] },
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { include: ["src/**/*.test.ts"], environment: "node", setupFiles: ["src/kit/browser.test-setup.ts"] },
});
