import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import { create } from 'zustand'
import { logError } from '../error-log/error-log.ts'
import { tonesOf, type Tone } from './tones.ts'

interface SoundState {
  /** True while the browser lets nothing be heard, which it does until the operator clicked or typed. */
  readonly locked: boolean
}
const useSound = create<SoundState>(() => ({ locked: true }))

let context: AudioContext | null = null

const open = (): AudioContext => {
  if (context) return context
  const made = new AudioContext()
  made.addEventListener('statechange', () => useSound.setState({ locked: made.state !== 'running' }))
  useSound.setState({ locked: made.state !== 'running' })
  context = made
  return made
}

const ring = (audio: AudioContext, { at, length, frequency, gain }: Tone): void => {
  const start = audio.currentTime + at
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  tone.frequency.value = frequency
  // Ramps instead of steps, which would click.
  loudness.gain.setValueAtTime(0, start)
  loudness.gain.linearRampToValueAtTime(gain, start + 0.015)
  loudness.gain.setValueAtTime(gain, start + length - 0.03)
  loudness.gain.linearRampToValueAtTime(0, start + length)
  tone.connect(loudness).connect(audio.destination)
  tone.start(start)
  tone.stop(start + length)
}

/** The alarm sound. The browser keeps it locked until the operator did something on the page. */
export const sound = {
  isLocked: (): boolean => useSound.getState().locked,
  /** To be called from a click or a key press; answers whether sound can be heard from now on. */
  unlock: async (): Promise<boolean> => {
    try {
      const audio = open()
      if (audio.state !== 'running') await audio.resume()
      useSound.setState({ locked: audio.state !== 'running' })
    } catch (error) {
      logError(error, 'sound')
    }
    return !sound.isLocked()
  },
  /** Sounds an alarm of a level once; false while the sound is locked. */
  play: (level: AlarmLevel): boolean => {
    if (sound.isLocked()) return false
    const audio = open()
    for (const tone of tonesOf[level]) ring(audio, tone)
    return true
  },
  /** Looks whether this page may sound without a click, as after signing in; the first click or key unlocks it otherwise. */
  watch: (): void => {
    // A click and not the press before it: the bar that asks for it goes then, and what is pressed must not move under the pointer.
    const gestures = ['click', 'keydown'] as const
    const unlock = (): void => {
      void sound.unlock().then((unlocked) => {
        if (unlocked) for (const gesture of gestures) window.removeEventListener(gesture, unlock, true)
      })
    }
    for (const gesture of gestures) window.addEventListener(gesture, unlock, true)
    try {
      open()
    } catch (error) {
      logError(error, 'sound')
    }
  },
}

export const useSoundLocked = (): boolean => useSound(({ locked }) => locked)
