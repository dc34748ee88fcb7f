import type { Permission, RouteName } from '@vigil/contract/menu/routes.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { createContext, useContext, useMemo, type ComponentType } from 'react'
import { holds, useUser } from '../session/session.ts'
import { fetched } from '../ui/fetched.tsx'
import type { IconName } from '../ui/icon.tsx'

/** A record on the map that the operator looks at: by its noun's name and its id. */
export interface MapChoice {
  readonly noun: string
  readonly id: string
  /** Where it is opened by a map that shows nothing of it itself. */
  readonly screen?: RouteName
  /** What a map says of it before it is opened; absent: it is opened at once. */
  readonly title?: string
  readonly detail?: string
}

/** What a map tells the layers upon it. It stands within the map and within what moves there (`useStage`, `useMoving`). */
export interface MapLayerProps {
  readonly chosen: MapChoice | null
  readonly onChoose: (choice: MapChoice) => void
}

interface Described {
  /** Under which it is remembered who switched it off. */
  readonly name: string
  readonly label: Text
  readonly icon: IconName
  /** The lower, the nearer to the ground; what moves stands at `movingOrder`. */
  readonly order: number
  /** Whoever lacks it has no such layer; everybody has it unless said. */
  readonly needs?: Permission
  /** `large`: small maps leave it out; `asked`: that, and it is off until somebody switches it on. Everywhere unless said. */
  readonly shown?: 'large' | 'asked'
  /** It cannot be switched off. */
  readonly always?: boolean
}

/** A kind of thing that a map shows, from the feature that knows it. */
export interface MapLayer extends Described {
  readonly component: ComponentType<MapLayerProps>
  /** The number in its switch; absent: there is none. */
  readonly count?: ComponentType
}

/** What a feature's `index.ts` exports under the name `mapLayers`. */
export type MapLayers = readonly MapLayer[]

/** Where what moves stands among the layers. */
export const movingOrder = 100

type Load<Props> = () => Promise<ComponentType<Props>>

/** A layer in a chunk of its own: `mapLayer({ name: 'fences', … }, async () => (await import('./fence-layer.tsx')).FenceLayer)`. */
export const mapLayer = (described: Described, load: Load<MapLayerProps>, loadCount?: Load<object>): MapLayer => ({
  ...described,
  component: fetched(load).component,
  ...(loadCount ? { count: fetched(loadCount).component } : {}),
})

/** One list of several, from the ground up; two layers of one name are a mistake, said at start. */
export const joinedLayers = (lists: readonly MapLayers[]): MapLayers => {
  const all = lists.flat()
  const names = all.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`two features bring the map layer ${twice}`)
  return all.sort((a, b) => a.order - b.order)
}

/** Every layer there is, which the application passes to the maps. */
export const MapLayersContext = createContext<MapLayers>([])

/** The layers that the operator may see, from the ground up. */
export const useMapLayers = (): MapLayers => {
  const layers = useContext(MapLayersContext)
  const user = useUser()
  return useMemo(() => layers.filter(({ needs }) => needs === undefined || holds(user, needs)), [layers, user])
}
