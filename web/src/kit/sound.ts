// The sounds of a table, synthesized from tones and noise, so that no file is loaded. Nothing is made while
// sounds are off.
import { settings } from "./settings.svelte";

export type Sound = "lay" | "take" | "deal" | "knock" | "turn" | "over";

/** Gain by setting; quiet enough not to disturb others in the room. */
const LOUD = { off: 0, quiet: 0.16, full: 0.5 };

let context: AudioContext | null = null;
let rustle: AudioBuffer | null = null;

/** Returns a short buffer of noise, the base of all paper sounds. */
function noise(audio: AudioContext): AudioBuffer {
  if (rustle !== null) return rustle;
  rustle = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.3), audio.sampleRate);
  const samples = rustle.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return rustle;
}

/** Returns the envelope of a sound: a fast attack, and a decay of `length` seconds. */
function fading(audio: AudioContext, at: number, loud: number, length: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud * LOUD[settings.sound], at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

/** Plays paper on cloth: noise around a pitch in Hz. */
function paper(audio: AudioContext, at: number, pitch: number, loud: number, length: number) {
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = noise(audio);
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.9;
  source.connect(filter).connect(fading(audio, at, loud, length));
  source.start(at, Math.random() * 0.1, length);
}

/** Plays a tone that glides to `to`. */
function tone(audio: AudioContext, at: number, pitch: number, loud: number, length: number, to = pitch) {
  const source = audio.createOscillator();
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(fading(audio, at, loud, length));
  source.start(at);
  source.stop(at + length);
}

const SOUNDS: Record<Sound, (audio: AudioContext, now: number) => void> = {
  lay(audio, now) {
    paper(audio, now, 2200, 0.8, 0.07);
    tone(audio, now, 170, 0.5, 0.06, 90);
  },
  take(audio, now) {
    for (const [nth, pitch] of [1500, 2000, 2600].entries()) paper(audio, now + nth * 0.05, pitch, 0.6, 0.09);
  },
  deal(audio, now) {
    for (let nth = 0; nth < 4; nth += 1) paper(audio, now + nth * 0.07, 2600, 0.5, 0.05);
  },
  knock(audio, now) {
    for (const later of [0, 0.16]) {
      tone(audio, now + later, 210, 1, 0.1, 80);
      paper(audio, now + later, 700, 0.5, 0.05);
    }
  },
  turn(audio, now) {
    tone(audio, now, 659, 0.45, 0.25);
    tone(audio, now + 0.11, 880, 0.45, 0.4);
  },
  over(audio, now) {
    for (const [nth, pitch] of [523, 659, 784, 1047].entries()) tone(audio, now + nth * 0.13, pitch, 0.4, 0.5);
  },
};

/** Plays a sound, if sounds are on and the browser allows it, which it does after the first tap. */
export function play(sound: Sound): void {
  if (settings.sound === "off" || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const audio = context;
  if (audio.state === "running") return SOUNDS[sound](audio, audio.currentTime);
  // A sound that is delayed too long is dropped.
  const asked = performance.now();
  void audio.resume().then(() => {
    if (performance.now() - asked < 200) SOUNDS[sound](audio, audio.currentTime);
  }, () => undefined);
}
