import { sql } from 'kysely'
import type { speedingRecord } from '@vigil/contract/traffic/speeding-record.ts'
import type { trafficStop } from '@vigil/contract/traffic/traffic-stop.ts'
import type { vehiclePass } from '@vigil/contract/traffic/vehicle-pass.ts'
import type { z } from 'zod'
import type { SiteClock } from '../../kernel/time.ts'

export type VehiclePass = z.output<typeof vehiclePass.record>
export type SpeedingRecord = z.output<typeof speedingRecord.record>
export type TrafficStop = z.output<typeof trafficStop.record>

/** A record as it is stored, in the words of the contract; its instants as such. */
type Stored<Record_, Times extends keyof Record_> = Omit<Record_, Times> & { readonly [Time in Times]: Date | null }
export type PassRow = Stored<VehiclePass, 'passTime' | 'deviceTime'>
export type SpeedingRow = Stored<
  Omit<SpeedingRecord, 'duration' | 'overRatio'>,
  'passTime' | 'startTime' | 'endTime' | 'handleTime'
>
export type StopRow = Stored<Omit<TrafficStop, 'duration'>, 'passTime' | 'stopTime' | 'startTime' | 'endTime' | 'handleTime'>

/** A measured number as it was told: `real` has less digits than what it is read as. */
const decimal = (column: string) => sql`round(${sql.ref(column)}::numeric, 1)::float8`

export const passColumns = sql`one.id::text AS id, 1 AS version, one.plate_number AS "plateNumber", one.dept_id::text AS "deptId",
  dept.name AS "deptName", one.plate_color AS "plateColor", one.vehicle_type AS "vehicleType", one.vehicle_size AS "vehicleSize",
  one.place, one.lane_no AS "laneNo", one.direction, one.pass_time AS "passTime", one.device_time AS "deviceTime",
  ${decimal('one.speed')} AS speed, one.illegal::int AS illegal, ${decimal('one.confidence')} AS confidence,
  one.list_type AS "listType", one.driver, one.owner, one.big_image AS "bigImage", one.plate_image AS "plateImage",
  one.picture_lost AS "pictureLost", one.ip,
  one.event_name AS "eventName", one.unread`

export const speedingColumns = sql`one.id::text AS id, one.version, one.plate_number AS "plateNumber", one.dept_id::text AS "deptId",
  dept.name AS "deptName", one.status, one.place AS "illegalPlace", one.pass_time AS "passTime", ${decimal('one.speed')} AS "nSpeed",
  one."limit" AS "nUpperSpeedLimit", ${decimal('one.max_speed')} AS "maxSpeed", one.start_time AS "startTime",
  one.end_time AS "endTime", one.lane_no AS "laneNo", one.vehicle_type AS "vehicleType", one.vehicle_size AS "vehicleSize",
  one.driver, one.owner, one.big_image AS "bigImage", one.plate_image AS "plateImage",
  one.picture_lost AS "pictureLost", one.ip, one.event_name AS "eventName",
  one.handle_user AS "handleUser", one.handle_time AS "handleTime",
  coalesce((SELECT id::text FROM traffic_stop WHERE speeding_id = one.id), '') AS "stopId",
  coalesce((SELECT audio_status FROM traffic_stop WHERE speeding_id = one.id), 0) AS "audioStatus"`

export const stopColumns = sql`one.id::text AS id, one.version, one.plate_number AS "plateNumber", one.dept_id::text AS "deptId",
  dept.name AS "deptName", one.area_id::text AS "areaId", area.name AS "areaName", one.status, one.reason,
  one.handle_note AS "handleNote", one.stop_time AS "stopTime", one.kind, one.ip, one.place AS "illegalPlace",
  one.event_name AS "eventName", one.vehicle_size AS "vehicleSize", one.pass_time AS "passTime", ${decimal('one.speed')} AS "nSpeed",
  one."limit" AS "nUpperSpeedLimit", one.audio_status AS "audioStatus", one.start_time AS "startTime", one.end_time AS "endTime",
  one.is_illegal::int AS "isIllegal", one.driver, one.owner, one.big_image AS "bigImage", one.plate_image AS "plateImage",
  one.picture_lost AS "pictureLost", one.lng,
  one.lat, one.handle_user AS "handleUser", one.handle_time AS "handleTime", coalesce(one.alarm_id::text, '') AS "alarmId",
  coalesce(one.speeding_id::text, '') AS "speedingId"`

const seconds = (from: Date, to: Date): number => Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))

export const passOf = ({ toWireOrNull }: SiteClock, row: PassRow): VehiclePass => ({
  ...row,
  passTime: toWireOrNull(row.passTime),
  deviceTime: toWireOrNull(row.deviceTime),
})

export const speedingOf = ({ toWireOrNull }: SiteClock, row: SpeedingRow): SpeedingRecord => ({
  ...row,
  passTime: toWireOrNull(row.passTime),
  startTime: toWireOrNull(row.startTime),
  endTime: toWireOrNull(row.endTime),
  handleTime: toWireOrNull(row.handleTime),
  duration: row.startTime && row.endTime ? seconds(row.startTime, row.endTime) : 0,
  overRatio: row.nUpperSpeedLimit ? Math.round((row.nSpeed / row.nUpperSpeedLimit - 1) * 100) : 0,
})

export const stopOf = ({ toWireOrNull }: SiteClock, row: StopRow): TrafficStop => ({
  ...row,
  passTime: toWireOrNull(row.passTime),
  stopTime: toWireOrNull(row.stopTime),
  startTime: toWireOrNull(row.startTime),
  endTime: toWireOrNull(row.endTime),
  handleTime: toWireOrNull(row.handleTime),
  duration: row.startTime && row.endTime ? seconds(row.startTime, row.endTime) : null,
})
