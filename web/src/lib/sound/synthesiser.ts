/** The sounds of this café, made of a few tones and a little noise. They queue: what comes at once is heard one after the other. */

export type Sound = 'chair' | 'points' | 'cost' | 'bar' | 'cup' | 'candle' | 'yours' | 'closing' | 'piano'
/** Frequencies of one string: its tone and what swings with it, each with a share of the volume. */
type Partials = readonly (readonly [ratio: number, share: number])[]

const BELL: Partials = [
  [1, 1],
  [2.76, 0.35],
  [5.4, 0.12],
]
const STRING: Partials = [
  [1, 1],
  [2, 0.4],
  [3, 0.16],
  [4, 0.06],
]
const PLAIN: Partials = [[1, 1]]
/** Between two sounds that come together. */
const GAP = 0.13

let audio: AudioContext | null = null
let master: GainNode
let noise: AudioBuffer
let free = 0

function open(): AudioContext {
  if (audio) return audio
  audio = new AudioContext()
  master = audio.createGain()
  const soft = audio.createDynamicsCompressor()
  master.connect(soft).connect(audio.destination)
  noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate)
  const samples = noise.getChannelData(0)
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1
  return audio
}

function fade(at: number, loud: number, seconds: number, rise: number): GainNode {
  const volume = audio!.createGain()
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(loud, at + rise)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  volume.connect(master)
  return volume
}
function tone(
  at: number,
  pitch: number,
  seconds: number,
  loud: number,
  partials: Partials = PLAIN,
  rise = 0.006,
) {
  for (const [ratio, share] of partials) {
    const string = audio!.createOscillator()
    string.frequency.value = pitch * ratio
    string.connect(fade(at, loud * share, seconds / Math.sqrt(ratio), rise))
    string.start(at)
    string.stop(at + seconds)
  }
}
function rustle(at: number, pitch: number, seconds: number, loud: number, width = 1.2) {
  const source = audio!.createBufferSource()
  source.buffer = noise
  const band = audio!.createBiquadFilter()
  band.type = 'bandpass'
  band.frequency.value = pitch
  band.Q.value = width
  source.connect(band).connect(fade(at, loud, seconds, 0.015))
  source.start(at, Math.random() * 0.2)
  source.stop(at + seconds)
}
const note = (steps: number): number => 440 * 2 ** (steps / 12)
const melody = (at: number, steps: readonly number[], beat: number, loud: number) =>
  steps.forEach((step, index) => tone(at + index * beat, note(step), 1.6, loud, STRING))

/** Each begins at a moment, and is as strong as the points it is about. */
const SOUNDS: Record<Sound, (at: number, strength: number) => void> = {
  /** A chair is pulled up, and somebody sits down. */
  chair: (at) => {
    rustle(at, 420, 0.13, 0.5)
    tone(at + 0.1, 118, 0.12, 0.7)
  },
  /** Up the scale, further for more. */
  points: (at, strength) =>
    [0, 4, 7, 12].slice(0, strength > 9 ? 4 : strength > 4 ? 3 : 2).forEach((step, index) => {
      tone(at + index * 0.075, note(step + 7), 0.5, 0.26, BELL)
    }),
  cost: (at) => {
    tone(at, note(-2), 0.4, 0.3, STRING)
    tone(at + 0.14, note(-6), 0.6, 0.3, STRING)
  },
  /** A glass on the counter. */
  bar: (at) => {
    tone(at, 1870, 0.3, 0.18, BELL)
    rustle(at, 900, 0.05, 0.3)
    tone(at + 0.02, 210, 0.1, 0.4)
  },
  /** A cup on its saucer. */
  cup: (at) => {
    tone(at, 2480, 0.22, 0.12, BELL)
    tone(at + 0.06, 2790, 0.3, 0.09, BELL)
  },
  /** A match, and a flame. */
  candle: (at) => {
    rustle(at, 3200, 0.24, 0.12, 0.7)
    for (const [index, step] of [3, 7, 10, 15].entries())
      tone(at + 0.12 + index * 0.06, note(step), 1.3, 0.12)
  },
  /** A spoon against a cup: your turn. */
  yours: (at) => {
    tone(at, 988, 0.8, 0.3)
    tone(at + 0.12, 1319, 0.8, 0.3)
  },
  /** The bell at the door, and the last chord of the evening. */
  closing: (at) => {
    for (const beat of [0, 0.22]) tone(at + beat, 1568, 0.9, 0.16, BELL)
    melody(at + 0.7, [-2, 3, 7, 10, 15], 0.16, 0.2)
    for (const step of [-21, -9, 3]) tone(at + 1.6, note(step), 2.6, 0.2, STRING, 0.03)
  },
  piano: (at) => melody(at, [3, 7, 10, 8, 7, 5, 3], 0.2, 0.24),
}

export function sound(name: Sound, volume: number, strength: number): void {
  const context = open()
  void context.resume()
  master.gain.value = volume
  const at = Math.max(context.currentTime, free)
  free = at + GAP
  SOUNDS[name](at, strength)
}
