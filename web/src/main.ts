// Starts the page.
import "./page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { keepPage } from "./installed";

mount(App, { target: document.getElementById("page")! });
keepPage();
