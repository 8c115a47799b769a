// The sound of a table that is ready: two tones. The sounds of a table come with the code of tables, which Home does
// not load.
import { settings } from "../kit/settings.svelte";

/** Gain by setting. */
const LOUD = { off: 0, quiet: 0.07, full: 0.22 };

/** Plays the sound, if sounds are on. The tap on the pool has allowed it. */
export function ring(): void {
  if (settings.sound === "off" || typeof AudioContext === "undefined") return;
  const audio = new AudioContext();
  for (const [later, pitch] of [[0, 659], [0.14, 988]] as const) {
    const [source, gain, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + later];
    source.frequency.value = pitch;
    gain.gain.setValueAtTime(LOUD[settings.sound], at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    source.connect(gain).connect(audio.destination);
    source.start(at);
    source.stop(at + 0.5);
  }
}
