import { useMemo } from 'react'
import { create } from 'zustand'
import { useMapLayers } from '../../shared/map/map-layer.ts'
import type { Kind } from '../../shared/moving/position-store.ts'
import { useUser } from '../../shared/session/session.ts'
import { storedJson } from '../../shared/storage.ts'
import { hiddenLayers, type LayerChoices } from './hidden-layers.ts'

const isChoices = (value: unknown): value is LayerChoices =>
  typeof value === 'object' && value !== null && Object.values(value).every((shown) => typeof shown === 'boolean')
const keptFor = (user: string) => storedJson('local', `vigil.map.layers.${user}`, isChoices)

interface ChosenLayers {
  /** By the id of whose they are: several people use one computer. */
  readonly byUser: Readonly<Record<string, LayerChoices>>
  readonly choose: (user: string, name: string, shown: boolean) => void
}

const useChosen = create<ChosenLayers>((set) => ({
  byUser: {},
  choose: (user, name, shown) =>
    set(({ byUser }) => {
      const choices = { ...(byUser[user] ?? keptFor(user).read()), [name]: shown }
      keptFor(user).write(choices)
      return { byUser: { ...byUser, [user]: choices } }
    }),
}))

interface LayerSettings {
  /** Names of layers, and kinds of moving things, that the live map leaves out. */
  readonly hidden: ReadonlySet<string>
  readonly toggle: (name: string) => void
}

/** Which layers of the live map the operator sees: what he chose, and of the others those that are there unasked. */
export const useLayers = (): LayerSettings => {
  const layers = useMapLayers()
  const user = useUser()?.id ?? ''
  const { byUser, choose } = useChosen()
  const now = byUser[user]
  const hidden = useMemo(() => hiddenLayers(layers, now ?? keptFor(user).read() ?? {}), [layers, now, user])
  return { hidden, toggle: (name) => choose(user, name, hidden.has(name)) }
}

export const isKindShown = (hidden: ReadonlySet<string>, kind: Kind): boolean => !hidden.has(kind)
