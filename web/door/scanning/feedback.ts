import { letsIn, type ScanResult } from '#contract/events/event-scans.ts'

/** How a result looks, sounds and feels: told apart without looking, and without hearing. */
export type Tone = 'welcome' | 'goodbye' | 'again' | 'refused'

export function toneOf(result: ScanResult): Tone {
  if (letsIn(result)) return 'welcome'
  if (result === 'CheckedOut') return 'goodbye'
  return result === 'AlreadyIn' || result === 'NotIn' ? 'again' : 'refused'
}

// Notes in hertz, one after the other, and pauses between shakes in milliseconds.
const sounds: Readonly<Record<Tone, { notes: number[]; shakes: number[] }>> = {
  welcome: { notes: [880, 1320], shakes: [80] },
  goodbye: { notes: [1320, 880], shakes: [80] },
  again: { notes: [660, 660], shakes: [60, 60, 60] },
  refused: { notes: [220, 180], shakes: [300, 80, 300] },
}
const noteSeconds = 0.12

let audio: AudioContext | undefined

/** Sounds and shakes for a result, as far as the device is set to. Browsers allow a sound once somebody has touched the page. */
export function tellByEarAndHand(result: ScanResult, by: { hasSound: boolean; hasVibration: boolean }): void {
  const { notes, shakes } = sounds[toneOf(result)]
  if (by.hasVibration && 'vibrate' in navigator) navigator.vibrate(shakes)
  if (by.hasSound) play(notes)
}

function play(notes: readonly number[]): void {
  audio ??= new AudioContext()
  void audio.resume()
  for (const [i, frequency] of notes.entries()) {
    const starts = audio.currentTime + i * noteSeconds
    const note = new OscillatorNode(audio, { frequency, type: 'triangle' })
    const volume = new GainNode(audio, { gain: 0.4 })
    volume.gain.setTargetAtTime(0, starts + noteSeconds * 0.7, 0.02)
    note.connect(volume).connect(audio.destination)
    note.start(starts)
    note.stop(starts + noteSeconds * 1.5)
  }
}
