import type { MapLayer } from '../../shared/map/map-layer.ts'

/** Whether somebody wants to see a layer, or a kind of moving thing, by its name; what he never chose is not in it. */
export type LayerChoices = Readonly<Record<string, boolean>>

type Described = Pick<MapLayer, 'name' | 'shown'>

/** Names of what is left out. */
export const hiddenLayers = (layers: readonly Described[], choices: LayerChoices): ReadonlySet<string> => {
  const unasked = layers.filter(({ name, shown }) => shown === 'asked' && choices[name] === undefined).map(({ name }) => name)
  const refused = Object.entries(choices).flatMap(([name, wanted]) => (wanted ? [] : [name]))
  return new Set([...unasked, ...refused])
}

/** Of a small map: everything that only a large one has room for. */
export const hiddenOnSmallMaps = (layers: readonly Described[]): ReadonlySet<string> =>
  new Set(layers.filter(({ shown }) => shown !== undefined).map(({ name }) => name))
