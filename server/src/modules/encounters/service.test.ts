import { expect, it } from 'vitest'
import type { Kernel } from '../../kernel/kernel.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import { createEncounterService } from './service.ts'
import type { EncounterStore } from './store.ts'

it('returns what another server raised that is no more', async () => {
  let now = 1_000_000
  /** What servers wrote. */
  let rows = [{ vehicle: 1, person: 'device/1' }]
  const told: AlarmIntent[] = []
  const kernel = {
    clock: { now: () => now },
    bus: { subscribe: () => undefined },
    db: { transaction: <Result>(work: (trx: unknown) => Result) => work(null) },
    live: { publish: () => undefined },
    settings: { get: () => 'everywhere' },
  } as unknown as Kernel
  const store: EncounterStore = {
    all: () => Promise.resolve([...rows]),
    begin: () => Promise.resolve([]),
    end: (_, pairs) => {
      const gone = rows.filter(({ vehicle }) => pairs.some((pair) => pair.vehicle === vehicle))
      rows = rows.filter((row) => !gone.includes(row))
      return Promise.resolve(gone)
    },
  }
  const doors = {
    positions: { whereabouts: () => [] },
    alarms: { apply: (_: unknown, intents: readonly AlarmIntent[]) => Promise.resolve(void told.push(...intents)) },
  } as unknown as Parameters<typeof createEncounterService>[2]
  const service = createEncounterService(kernel, store, doors)
  const look = async (seconds: number): Promise<void> => {
    for (let at = 0; at < seconds; at += 1) {
      now += 1_000
      await service.judge()
    }
  }
  await service.start()
  await look(60)
  expect([rows, told.map(({ kind }) => kind)]).toEqual([[], ['return']])
  // Raised elsewhere since, by a server that looks no more.
  rows = [{ vehicle: 2, person: 'device/2' }]
  await look(60)
  expect([rows, told.map(({ kind }) => kind)]).toEqual([[], ['return', 'return']])
})
