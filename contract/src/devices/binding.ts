import { z } from 'zod'
import { time } from '../kernel/shapes.ts'
import { deviceType } from './entities.ts'

/** That somebody wore or drove a device from one moment until another; `until` is null while he does. */
export const binding = z
  .object({
    id: z.string(),
    deviceType: deviceType.schema,
    deviceId: z.string(),
    deviceName: z.string(),
    userId: z.string(),
    userName: z.string(),
    workNum: z.string(),
    from: time,
    until: time.nullable(),
    /** Who bound it. */
    boundBy: z.string(),
  })
  .meta({ id: 'Binding' })
export type Binding = z.output<typeof binding>
