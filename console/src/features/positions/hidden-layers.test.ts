import { expect, test } from 'vitest'
import { hiddenLayers, hiddenOnSmallMaps } from './hidden-layers.ts'

const layers = [{ name: 'fences' }, { name: 'cameras', shown: 'large' }, { name: 'beacons', shown: 'asked' }] as const

test('a layer is there as somebody chose, and unless he chose as it is by itself', () => {
  expect([...hiddenLayers(layers, {})]).toEqual(['beacons'])
  expect([...hiddenLayers(layers, { beacons: true, cameras: false, hat: false })]).toEqual(['cameras', 'hat'])
  expect([...hiddenLayers(layers, { beacons: false })]).toEqual(['beacons'])
})

test('a small map leaves out what needs room', () => {
  expect([...hiddenOnSmallMaps(layers)]).toEqual(['cameras', 'beacons'])
})
