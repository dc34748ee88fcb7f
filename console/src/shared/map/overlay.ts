import type { Map as MapLibreMap } from 'maplibre-gl'
import { mercatorX, mercatorY } from '../geo/mercator.ts'

/** What hangs above the map at a place; `place` is asked anew with every frame. */
export interface Hung {
  readonly element: HTMLElement
  /** Mercator of the whole world, or null while it has no place. */
  readonly place: () => readonly [x: number, y: number] | null
  /** Part of the element's own size by which it is moved: -0.5 for its middle. */
  readonly anchorX: number
  readonly anchorY: number
  /** Pixels. */
  readonly shiftX: number
  readonly shiftY: number
  /** Called before the element is placed, e.g. to give it its size. */
  readonly onFrame?: ((pixelsPerUnit: number) => void) | undefined
}

/** HTML above the map that follows it frame by frame: few things, but text that is sharp, accessible and styled by CSS. */
export class MapOverlay {
  readonly root: HTMLElement
  private readonly map: MapLibreMap
  private readonly hung = new Map<HTMLElement, Hung>()
  /** Of the map, pixels. Asked for once: whatever is hung makes the browser lay out anew what is asked after it. */
  private size = { width: 0, height: 0 }

  constructor(map: MapLibreMap, root: HTMLElement) {
    this.map = map
    this.root = root
    this.measure()
    map.on('resize', this.measure)
    map.on('render', this.place)
  }

  /** Hangs an element up, or moves it if it hangs already: what is hung anew would lose focus and pointer. */
  hang(thing: Hung): void {
    if (!this.hung.has(thing.element)) this.root.append(thing.element)
    this.hung.set(thing.element, thing)
    this.placeOne(thing, this.projector())
  }

  takeDown(element: HTMLElement): void {
    this.hung.delete(element)
    element.remove()
  }

  /** Pixels of a place within the map. */
  project(x: number, y: number): readonly [number, number] {
    return this.projector()(x, y)
  }

  /** The same for many places while the map stands: it is asked once where it stands. */
  projector(): (x: number, y: number) => readonly [number, number] {
    const { lng, lat } = this.map.getCenter()
    const scale = 512 * 2 ** this.map.getZoom()
    const { width, height } = this.size
    const [left, top] = [mercatorX(lng), mercatorY(lat)]
    return (x, y) => [(x - left) * scale + width / 2, (y - top) * scale + height / 2]
  }

  /** The place under a pixel of the map. */
  unproject(left: number, top: number): readonly [number, number] {
    const { lng, lat } = this.map.getCenter()
    const scale = 512 * 2 ** this.map.getZoom()
    const { width, height } = this.size
    return [mercatorX(lng) + (left - width / 2) / scale, mercatorY(lat) + (top - height / 2) / scale]
  }

  destroy(): void {
    this.map.off('resize', this.measure)
    this.map.off('render', this.place)
    for (const element of this.hung.keys()) element.remove()
    this.hung.clear()
  }

  private readonly measure = (): void => {
    const { clientWidth: width, clientHeight: height } = this.map.getContainer()
    this.size = { width, height }
  }

  private readonly place = (): void => {
    const project = this.projector()
    for (const thing of this.hung.values()) this.placeOne(thing, project)
  }

  private placeOne(
    { element, place, anchorX, anchorY, shiftX, shiftY, onFrame }: Hung,
    project: (x: number, y: number) => readonly [number, number],
  ): void {
    const at = place()
    if (!at) {
      element.style.display = 'none'
      return
    }
    const [x, y] = project(at[0], at[1])
    if (x < -200 || y < -200 || x > this.size.width + 200 || y > this.size.height + 200) {
      element.style.display = 'none'
      return
    }
    element.style.display = ''
    onFrame?.(512 * 2 ** this.map.getZoom())
    element.style.transform = `translate(${(x + shiftX).toFixed(1)}px,${(y + shiftY).toFixed(1)}px) translate(${anchorX * 100}%,${anchorY * 100}%)`
  }
}
