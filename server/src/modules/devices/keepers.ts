import { badge } from '@vigil/contract/devices/badge.ts'
import { beacon } from '@vigil/contract/devices/beacon.ts'
import { car } from '@vigil/contract/devices/car.ts'
import { keptCode } from '@vigil/contract/devices/code.ts'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { enabledFlag } from '@vigil/contract/kernel/enabled.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Asked } from '../../kernel/caller.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Loose } from '../../kernel/keeping.ts'
import { onRecords } from '../../kernel/record-changes.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { DeviceRegistry } from './registry.ts'
import { healthOf, deptOfDeviceIn, stateJoin, type DeviceStore } from './store.ts'

/** What is done in the transaction that deletes a device. */
export type Retired = (trx: Trx, deviceId: number) => Promise<void>
/** What is done in the transaction after which a device is heard no more: it is deleted, or saved as one that is disabled. */
export type OutOfUse = (trx: Trx, deviceId: number, after: (then: () => void) => void) => Promise<void>

/** The nouns of this module: what reports is one table with a kind, what only stands there has its own. */
export const createDeviceKeepers = (
  kernel: Kernel,
  store: DeviceStore,
  registry: DeviceRegistry,
  keys: { readonly reload: () => Promise<void>; readonly devicesChanged: () => Promise<void> },
  { onRetired, onOutOfUse }: { readonly onRetired: Retired; readonly onOutOfUse: OutOfUse },
) => {
  onRecords(kernel.bus, [hat.name, badge.name, car.name], async (ids) => {
    await registry.refresh(ids.map(Number))
    await keys.devicesChanged()
  })
  onRecords(kernel.bus, [loraGateway.name], keys.reload)
  const module = 'devices' as const
  const reporting = (kind: DeviceType, field: string, label: Text) => ({
    module,
    table: 'device',
    fixed: { kind },
    hides: true as const,
    countedAs: { zh: '台设备', one: 'device', many: 'devices' },
    joins: stateJoin,
    reportedBy: (trx: Trx, code: string) => store.isUnknown(trx, kind, code),
    seenBy: deptOfDeviceIn('userId_of'),
    // As `seenBy` has it.
    deptOf: ({ deptId, userId }: { readonly deptId: string | null; readonly userId: string | null }) =>
      deptId === null && userId !== null ? ({ to: 'user', id: userId } as const) : deptId,
    shown: healthOf(kind),
    check: async (_trx: Trx, body: Loose, present: Loose | null) => {
      const code = String(body[field])
      if (present && keptCode(kind, String(present[field])) === code) return
      // One of before there was a usual form is that number too, though no index says so.
      const other = registry.find(kind, code)
      if (other && other.code !== code) throw new Refusal('notUnique', { field: label, value: code }, { field })
    },
    saved: async (
      trx: Trx,
      { id, row }: { readonly id: string; readonly row: { readonly enable: number } | null },
      after: (then: () => void) => void,
      asked: Asked,
    ) => {
      if (row !== null) await store.settle(trx, id, asked.caller.cname)
      if (row?.enable !== enabledFlag.code.enabled) await onOutOfUse(trx, Number(id), after)
      if (row !== null) return
      await store.retire(trx, id)
      await onRetired(trx, Number(id))
    },
  })
  return {
    hats: createKeeper(kernel, {
      ...reporting('hat', 'imei', hat.fields.imei.label),
      noun: hat,
      columns: { hatNo: 'label', imei: 'code', userId: 'person_id' },
      unique: { device_label: 'hatNo', device_code: 'imei' },
    }),
    badges: createKeeper(kernel, {
      ...reporting('badge', 'devEui', badge.fields.devEui.label),
      noun: badge,
      columns: { badgeNo: 'label', devEui: 'code', userId: 'person_id' },
      unique: { device_label: 'badgeNo', device_code: 'devEui' },
    }),
    cars: createKeeper(kernel, {
      ...reporting('car', 'terminalNo', car.fields.terminalNo.label),
      noun: car,
      columns: { plateNumber: 'label', terminalNo: 'code', userId: 'person_id', carType: 'model' },
      unique: { device_label: 'plateNumber', device_code: 'terminalNo' },
    }),
    beacons: createKeeper(kernel, { noun: beacon, module, table: 'beacon', unique: { beacon_minor: 'minor' } }),
    loraGateways: createKeeper(kernel, {
      noun: loraGateway,
      module,
      table: 'lora_gateway',
      unique: { lora_gateway_eui: 'gatewayEui' },
    }),
  }
}
