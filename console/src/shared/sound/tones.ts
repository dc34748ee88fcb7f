import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'

/** One tone: when it starts and how long it lasts in seconds, Hz, loudness 0 to 1. */
export interface Tone {
  readonly at: number
  readonly length: number
  readonly frequency: number
  readonly gain: number
}

const sequence = (frequencies: readonly number[], length: number, pause: number, gain: number): Tone[] =>
  frequencies.map((frequency, index) => ({ at: index * (length + pause), length, frequency, gain }))

/** Level one wails, level two knocks twice, level three is one soft chime: told apart without looking. */
export const tonesOf: Readonly<Record<AlarmLevel, readonly Tone[]>> = {
  1: sequence([988, 659, 988, 659, 988, 659], 0.22, 0.03, 0.5),
  2: sequence([784, 784], 0.18, 0.12, 0.35),
  3: sequence([523, 659], 0.16, 0.02, 0.2),
}
