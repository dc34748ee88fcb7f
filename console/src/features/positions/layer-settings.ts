import { create } from 'zustand'
import { kinds, type Kind } from '../../shared/live/position-store.ts'
import { storedJson } from '../../shared/storage.ts'

export const layerNames = [...kinds, 'fences', 'headCounts'] as const
export type LayerName = (typeof layerNames)[number]

const isList = (value: unknown): value is string[] => Array.isArray(value) && value.every((name) => typeof name === 'string')
const kept = storedJson('local', 'vigil.map.hidden-layers', isList)

interface LayerSettings {
  readonly hidden: ReadonlySet<string>
  readonly toggle: (name: LayerName) => void
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
