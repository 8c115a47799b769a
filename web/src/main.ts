// Starts the page.
import "./kit/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { keepPage } from "./house/service-worker";

mount(App, { target: document.getElementById("page")! });
keepPage();
