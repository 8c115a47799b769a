// What a table needs of the players' ties, in one file that is loaded when it is needed.
export { default as MatchPlayers } from "./MatchPlayers.svelte";
export { isMuted } from "./ties";
