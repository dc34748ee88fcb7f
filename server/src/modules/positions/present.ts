import { offlineAfter } from '@vigil/contract/devices/settings.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Device, DeviceService } from '../devices/index.ts'
import type { HazardService, Present } from '../hazards/index.ts'
import { seenAt, type PositionRow } from './fix.ts'
import { areaIntent, nearIntent, silentIntent } from './intents.ts'
import { JudgedSubject } from './judged-row.ts'
import type { DeviceState } from './state.ts'

/** Milliseconds that a server which finds only old positions when it starts gives everybody to be heard of again. */
const settling = 60_000

/** Milliseconds without a judgement after which it is the same. */
const failsFor = 10_000

interface PresentDeps {
  readonly kernel: Kernel
  readonly registry: DeviceService['registry']
  readonly hazards: Pick<HazardService, 'judgePresent' | 'watch'>
  readonly states: ReadonlyMap<number, DeviceState>
}

export const whoHas = ({ id, kind, personId }: Device): string =>
  personId === null || kind === 'car' ? `device/${id}` : `person/${personId}`

/** Where somebody is by the newest report of what he has, for as long as it is not offline; `time`: when he was seen there. */
export const presentOf = (
  device: Device,
  row: Pick<PositionRow, 'fixTime' | 'recvTime' | 'lng' | 'lat' | 'accuracy' | 'floor'>,
  time = seenAt(row),
): Present => ({
  device: device.id,
  who: whoHas(device),
  subject: new JudgedSubject(device),
  fix: { time, lng: row.lng, lat: row.lat, accuracy: row.accuracy ?? 0, floor: row.floor },
})

/** Where a device is, and when it was seen there, ms since 1970. */
export interface Whereabouts {
  readonly device: Device
  readonly row: PositionRow
  readonly time: number
}

/** All that are in use and were seen within so many milliseconds. */
export const whereabouts = (
  { kernel, registry, states }: Pick<PresentDeps, 'kernel' | 'registry' | 'states'>,
  within: number,
): Whereabouts[] => {
  const now = kernel.clock.now()
  const list: Whereabouts[] = []
  for (const device of registry.all()) {
    const state = device.enabled ? states.get(device.id) : undefined
    if (!state) continue
    const { row, isBehind } = state
    const time = isBehind ? row.recvTime : seenAt(row)
    if (now - time < within) list.push({ device, row, time })
  }
  return list
}

/** Who is heard of, and where, for the fences that ask who is inside and the hazard sources that ask who is near: whoever falls silent is where he was until he is offline. */
export const createPresence = ({ kernel, registry, hazards, states }: PresentDeps) => {
  let settledAt = 0
  /** Since when no judgement came to its end, null while they do. */
  let failingSince: number | null = null
  /** `devices` are as they were then, those that are nowhere too: who is judged may be deleted meanwhile. */
  const present = (now: number, devices: Map<number, Device>): Present[] => {
    const list: Present[] = []
    for (const device of registry.all()) {
      if (!device.enabled) continue
      devices.set(device.id, device)
      const state = states.get(device.id)
      if (!state) continue
      const { row, isBehind } = state
      const time = isBehind ? row.recvTime : seenAt(row)
      if (now - time >= kernel.settings.get(offlineAfter(device.kind)) * 1000) continue
      list.push(presentOf(device, row, time))
    }
    return list
  }
  return {
    /** The states are read: after a pause nobody is taken for gone who could not report. */
    began: (): void => {
      const now = kernel.clock.now()
      let newest = Number.NEGATIVE_INFINITY
      for (const { recvTime } of states.values()) newest = Math.max(newest, recvTime)
      if (states.size > 0 && now - newest > settling) settledAt = now + settling
    },
    judge: async (): Promise<void> => {
      const now = kernel.clock.now()
      if (now < settledAt) return
      // Nobody could report either.
      if (failingSince !== null && now - failingSince > failsFor) {
        failingSince = null
        settledAt = now + settling
        return
      }
      failingSince ??= now
      const devices = new Map<number, Device>()
      const ownerOf = (id: number): string | null => {
        const device = devices.get(id)
        return device ? whoHas(device) : null
      }
      await hazards.judgePresent(() => present(now, devices), ownerOf, {
        ofFence: (effect) => {
          const id = effect.kind === 'raise' && effect.finding.subject !== '' ? effect.finding.at?.device : undefined
          return areaIntent(effect, id === undefined ? null : (devices.get(id) ?? null), now)
        },
        ofPoint: (effect) => nearIntent(effect, (id) => devices.get(id), now),
        ofSilent: (effect) => silentIntent(hazards.watch, effect, (id) => devices.get(id), now),
      })
      failingSince = null
    },
  }
}
