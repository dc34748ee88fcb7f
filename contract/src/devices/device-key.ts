import { z } from 'zod'
import { id, requiredText, time } from '../kernel/shapes.ts'
import { deviceType } from './entities.ts'

/** A device as it calls itself when it reports, registered or not. */
const calledDevice = z.object({ deviceType: deviceType.schema, deviceId: requiredText(64) })

/** What a key holds for: devices that meet all that is named here; every device of the site where nothing is. */
export const keyBinding = z.object({
  deviceTypes: z.array(deviceType.schema).max(3).default([]),
  /** With all below them: the device's department, or that of who wears it. */
  deptIds: z.array(id).max(500).default([]),
  /** A LoRa gateway: the badges that it hears, while it is enabled. */
  gatewayId: id.nullable().default(null),
  /** One device, and nothing else beside it: the one that is registered so, or that will be first; none that takes its number later. */
  device: calledDevice.nullable().default(null),
})
export type KeyBinding = z.output<typeof keyBinding>

const named = z.object({ id: z.string(), name: z.string().nullable() })

/** A device key without the key itself. Names are null of what was deleted since: for that it holds no more. */
export const deviceKey = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string(),
    createdAt: time,
    lastUsedAt: time.nullable(),
    /** When it ended; in the future where a new one takes its place and it still holds until then. */
    revokedAt: time.nullable(),
    deviceTypes: z.array(deviceType.schema),
    depts: z.array(named),
    gateway: named.nullable(),
    /** `gone` when that device was deleted, or called otherwise; without a name and not gone it is yet to be registered. */
    device: calledDevice.extend({ name: z.string().nullable(), gone: z.boolean() }).nullable(),
    /** Reports that were refused since it does not hold for their devices. */
    refused: z.number().int(),
    /** The newest of them. */
    lastRefused: calledDevice.extend({ time }).nullable(),
  })
  .meta({ id: 'DeviceKey' })
