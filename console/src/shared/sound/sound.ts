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
/** Tones that are sounding or are to sound. */
let sounding = 0
/** It stands because nothing is to be heard, not because the browser lets nothing be heard. */
let resting = false

const logged = (error: unknown): void => logError(error, 'sound')
const follow = (audio: AudioContext): void => {
  useSound.setState({ locked: audio.state !== 'running' && !resting })
  // Silence needs no audio hardware, which takes a few per cent of a processor for as long as it runs.
  if (audio.state !== 'running' || sounding > 0) return
  resting = true
  audio.suspend().catch(logged)
}
/** Resolves once it runs, which it does not before the operator did something where the browser asks for that. */
const wake = async (audio: AudioContext): Promise<void> => {
  resting = false
  try {
    // Asked for though it runs still: it may be about to rest.
    await audio.resume()
  } finally {
    follow(audio)
  }
}

const open = (): AudioContext => {
  if (context) return context
  const made = new AudioContext()
  made.addEventListener('statechange', () => follow(made))
  follow(made)
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
  sounding += 1
  tone.addEventListener('ended', () => {
    sounding -= 1
    follow(audio)
  })
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
      if (sound.isLocked()) await wake(audio)
    } catch (error) {
      logged(error)
    }
    return !sound.isLocked()
  },
  /** Sounds an alarm of a level once; false while the sound is locked. */
  play: (level: AlarmLevel): boolean => {
    if (sound.isLocked()) return false
    const audio = open()
    // Its time stands still while it rests: what is asked for now sounds as soon as it runs.
    for (const tone of tonesOf[level]) ring(audio, tone)
    wake(audio).catch(logged)
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
      logged(error)
    }
  },
}

export const useSoundLocked = (): boolean => useSound(({ locked }) => locked)
