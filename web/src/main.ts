// Starts the page once its texts are loaded.
import "./kit/tokens.css";
import "./kit/page.css";
import { mount } from "svelte";
import App, { first } from "./App.svelte";
import { keepPage } from "./backend/service-worker";
import { settings } from "./kit/settings.svelte";
import { loadWords } from "./words/words";

// Not awaited: the texts may import from this script, which would be a deadlock.
void Promise.all([loadWords(settings.language), first.soon()]).then(() => {
  const target = document.getElementById("page")!;
  target.replaceChildren();
  mount(App, { target });
});
keepPage();
