import { create } from 'zustand'
import type { Kind } from '../../shared/moving/position-store.ts'
import { storedJson } from '../../shared/storage.ts'

const isList = (value: unknown): value is string[] => Array.isArray(value) && value.every((name) => typeof name === 'string')
const kept = storedJson('local', 'vigil.map.hidden-layers', isList)

interface LayerSettings {
  /** Names of layers, and kinds of moving things. */
  readonly hidden: ReadonlySet<string>
  readonly toggle: (name: string) => void
}

/** Which layers of the live map the operator switched off. */
export const useLayers = create<LayerSettings>((set) => ({
  hidden: new Set(kept.read() ?? []),
  toggle: (name) =>
    set(({ hidden }) => {
      const next = new Set(hidden)
      if (!next.delete(name)) next.add(name)
      kept.write([...next])
      return { hidden: next }
    }),
}))

export const isKindShown = (hidden: ReadonlySet<string>, kind: Kind): boolean => !hidden.has(kind)
