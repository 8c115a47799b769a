// Starts the page, once the words are there in which it speaks.
import "./kit/tokens.css";
import "./kit/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { keepPage } from "./house/service-worker";
import { settings } from "./kit/settings.svelte";
import { loadWords } from "./words/words";

// Not awaited here: the words may import from this script, and would wait for themselves.
void loadWords(settings.language).then(() => {
  const target = document.getElementById("page")!;
  target.replaceChildren();
  mount(App, { target });
});
keepPage();
