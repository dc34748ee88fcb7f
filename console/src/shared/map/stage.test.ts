import type { Map as MapLibreMapType } from 'maplibre-gl'
import { describe, expect, test, vi } from 'vitest'
import { cameraOf, closeZoom, createStage, createWhole } from './stage.ts'
import type { MapOverlay } from './overlay.ts'

// The library wants a browser that draws; what is asked of it here are numbers.
vi.mock('./maplibre.ts', () => ({
  LngLat: { convert: (centre: unknown) => centre },
}))

const home = { lng: 118, lat: 31, zoom: 14 }
const bounds = { west: 118.1, south: 31.1, east: 118.3, north: 31.3 }
/** What the bounds fit into. */
const fitted = { lng: 118.2, lat: 31.2, zoom: 16 }
const padding = { left: 300, right: 100, top: 80, bottom: 40 }
/** The same with the air that the map keeps around it. */
const spaced = { left: 316, right: 116, top: 96, bottom: 56 }

/** A map that stands where it is put at once; what it was asked, and what it is told. */
const aMap = () => {
  const heard = new Map<string, (() => void)[]>()
  const at = { ...home, zoom: 12, moving: false }
  const canvas = { style: { cursor: '' } }
  const easeTo = vi.fn((to: { center: [number, number]; zoom?: number }) => {
    ;[at.lng, at.lat] = to.center
    at.zoom = to.zoom ?? at.zoom
  })
  const fake = {
    getCenter: () => ({ lng: at.lng, lat: at.lat }),
    getZoom: () => at.zoom,
    getContainer: () => ({ clientWidth: 2_000, clientHeight: 1_000 }),
    getCanvas: () => canvas,
    isMoving: () => at.moving,
    on: (name: string, hear: () => void) => heard.set(name, [...(heard.get(name) ?? []), hear]),
    cameraForBounds: vi.fn((): unknown => ({ center: fitted, zoom: fitted.zoom })),
    fitBounds: vi.fn(),
    easeTo,
  }
  const tell = (name: string): void => {
    for (const hear of heard.get(name) ?? []) hear()
  }
  return { map: fake as unknown as MapLibreMapType, fake, at, canvas, tell }
}
const framing = { bounds, home: () => home, padding: () => padding }

describe('the whole site', () => {
  test('is shown within what covers the map, and is shown until somebody moves the map', () => {
    const { map, fake, at } = aMap()
    const whole = createWhole(map, framing)
    expect(whole.isShown()).toBe(false)
    whole.show(600)
    expect(fake.cameraForBounds).toHaveBeenCalledWith([118.1, 31.1, 118.3, 31.3], { padding: spaced })
    expect(fake.easeTo).toHaveBeenCalledWith({ center: [118.2, 31.2], zoom: 16, duration: 600 })
    expect(cameraOf(map)).toEqual(fitted)
    expect(whole.isShown()).toBe(true)
    for (const part of ['lng', 'lat', 'zoom'] as const) {
      for (const by of [2e-6, -2e-6]) {
        at[part] = fitted[part] + by
        expect(whole.isShown(), part).toBe(false)
      }
      at[part] = fitted[part] + 5e-7
      expect(whole.isShown(), part).toBe(true)
      at[part] = fitted[part]
    }
  })

  test('is home where nothing is drawn of it, or it fits nowhere', () => {
    for (const none of [undefined, { center: fitted }, { zoom: 16 }]) {
      const { map, fake } = aMap()
      fake.cameraForBounds.mockReturnValue(none)
      createWhole(map, framing).show(0)
      expect(cameraOf(map)).toEqual(home)
    }
    const { map, fake } = aMap()
    createWhole(map, { ...framing, bounds: null }).show(0)
    expect(cameraOf(map)).toEqual(home)
    expect(fake.cameraForBounds).not.toHaveBeenCalled()
  })

  test('is shown again at once as the window changes, not where somebody moved the map', () => {
    const { map, fake, at, tell } = aMap()
    const whole = createWhole(map, framing)
    tell('resize')
    expect(fake.easeTo).not.toHaveBeenCalled()
    whole.show(600)
    fake.cameraForBounds.mockReturnValue({ center: fitted, zoom: 15 })
    tell('resize')
    expect(fake.easeTo).toHaveBeenLastCalledWith({ center: [118.2, 31.2], zoom: 15, duration: 0 })
    expect(whole.isShown()).toBe(true)
    at.lng += 1
    tell('resize')
    expect(fake.easeTo).toHaveBeenCalledTimes(2)
  })

  test('is looked at once more where a flight ends during which the window changed, and then no more', () => {
    const { map, fake, at, tell } = aMap()
    createWhole(map, framing).show(600)
    tell('moveend')
    expect(fake.easeTo).toHaveBeenCalledTimes(1)
    at.moving = true
    tell('resize')
    expect(fake.easeTo).toHaveBeenCalledTimes(1)
    at.moving = false
    tell('moveend')
    expect(fake.easeTo).toHaveBeenCalledTimes(2)
    tell('moveend')
    expect(fake.easeTo).toHaveBeenCalledTimes(2)
  })
})

describe('a stage', () => {
  const aStage = () => {
    const made = aMap()
    const whole = { show: vi.fn(), keep: vi.fn(), isShown: () => false }
    return { ...made, whole, stage: createStage(made.map, {} as MapOverlay, framing, whole) }
  }

  test('flies to the middle of what is not covered, near enough to see, and never away from where one looks closer', () => {
    const { stage, fake, at } = aStage()
    const offset = [100, 20]
    stage.flyTo(118.4, 31.4)
    expect(fake.easeTo).toHaveBeenLastCalledWith({ center: [118.4, 31.4], zoom: closeZoom, duration: 600, offset })
    at.zoom = 20
    stage.flyTo(118.4, 31.4)
    expect(fake.easeTo).toHaveBeenLastCalledWith({ center: [118.4, 31.4], zoom: 20, duration: 600, offset })
    stage.flyTo(118.4, 31.4, 15)
    expect(fake.easeTo).toHaveBeenLastCalledWith({ center: [118.4, 31.4], zoom: 15, duration: 600, offset })
  })

  test('shows bounds within what covers the map, the whole site as the whole is shown', () => {
    const { stage, fake, whole } = aStage()
    stage.showBounds(bounds)
    const corners = [118.1, 31.1, 118.3, 31.3]
    // With more air than around the whole: the mark at the edge is what is looked for.
    const padding = { left: spaced.left + 32, right: spaced.right + 32, top: spaced.top + 32, bottom: spaced.bottom + 32 }
    expect(fake.fitBounds).toHaveBeenLastCalledWith(corners, { padding, maxZoom: 20, duration: 600 })
    stage.showBounds(bounds, 17)
    expect(fake.fitBounds).toHaveBeenLastCalledWith(corners, { padding, maxZoom: 17, duration: 600 })
    stage.fit()
    expect(whole.show).toHaveBeenCalledWith(600)
  })

  test('shows a hand as long as the pointer is over something of anybody', () => {
    const { stage, canvas } = aStage()
    const steps = [
      ['fences', false, ''],
      ['fences', true, 'pointer'],
      ['people', true, 'pointer'],
      ['fences', true, 'pointer'],
      ['fences', false, 'pointer'],
      ['people', false, ''],
    ] as const
    for (const [who, over, cursor] of steps) {
      stage.point(who, over)
      expect(canvas.style.cursor).toBe(cursor)
    }
    // Nobody else's cursor is taken away by who has nothing to say.
    canvas.style.cursor = 'crosshair'
    stage.point('people', false)
    expect(canvas.style.cursor).toBe('crosshair')
  })
})
