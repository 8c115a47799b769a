// Starts the page: what it shows and the words it says it in come side by side.
import "./kit/page.css";
import { mount } from "svelte";
import { keepPage } from "./house/service-worker";
import { settings } from "./kit/settings.svelte";
import { loadWords } from "./words/words";

// Not awaited here: what Home imports lies beside this script, which would then wait for itself.
void Promise.all([import("./App.svelte"), loadWords(settings.language)]).then(([{ default: App }]) => {
  const target = document.getElementById("page")!;
  target.replaceChildren();
  mount(App, { target });
});
keepPage();
