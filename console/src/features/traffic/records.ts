import type { speedingRecord } from '@vigil/contract/traffic/speeding-record.ts'
import type { trafficStop } from '@vigil/contract/traffic/traffic-stop.ts'
import type { vehiclePass } from '@vigil/contract/traffic/vehicle-pass.ts'
import type { z } from 'zod'

export type VehiclePass = z.output<typeof vehiclePass.record>
export type SpeedingRecord = z.output<typeof speedingRecord.record>
export type TrafficStop = z.output<typeof trafficStop.record>
