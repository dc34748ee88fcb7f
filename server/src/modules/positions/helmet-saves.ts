import type { Asked } from '../../kernel/caller.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { maySee, mayWrite, requireWrite, type Scope } from '../../kernel/scope.ts'
import { deptOfDevice, strangeCode, type Device } from '../devices/index.ts'
import { boardTemperature, helpOfHelmet, readableNumbers, readablePlace, type Incoming } from './incoming.ts'
import type { Body, PositionContext } from './service.context.ts'

/** What consoles report for helmets that are not connected to this server themselves. */

type HelmetRecord = Body<'saveRealHatList'>[number]

interface Rejected {
  readonly index: number
  readonly reason: string
}

/** Records of one save, each sorted by what becomes of it. */
interface Sorted {
  readonly rejected: Rejected[]
  readonly taken: { readonly index: number; readonly report: Incoming }[]
  ignored: number
}

/** Why a caller may not report for a helmet, as if it were a device of its own; null where he may. */
const refusalFor = (scope: Scope, device: Device | undefined): 'unknownDevice' | 'forbidden' | null => {
  if (!device || mayWrite(scope, deptOfDevice(device))) return null
  return maySee(scope, deptOfDevice(device)) ? 'forbidden' : 'unknownDevice'
}

const reportOf = (record: HelmetRecord, code: string, time: number): Incoming => ({
  deviceType: 'hat',
  deviceId: code,
  time,
  ...readablePlace(record.y_point, record.x_point),
  ...readableNumbers({ battery: record.bat_l }),
  temperature: record.tempdata
    ? boardTemperature(record.tempdata)
    : (readableNumbers({ temperature: record.temperature }).temperature ?? 0),
  kind: 0,
})

const sorted = (
  { kernel, registry, servedDirectly }: PositionContext,
  records: readonly HelmetRecord[],
  asked: Asked,
): Sorted => {
  const now = kernel.clock.now()
  const into: Sorted = { rejected: [], taken: [], ignored: 0 }
  records.forEach((record, index) => {
    const code = record.device_id?.trim() ?? ''
    const refused = refusalFor(asked.caller.scope, registry.find('hat', code))
    if (code === '') into.rejected.push({ index, reason: 'invalid: device_id' })
    else if (refused !== null) into.rejected.push({ index, reason: refused })
    else if (servedDirectly(code)) into.ignored += 1
    else into.taken.push({ index, report: reportOf(record, code, now) })
  })
  return into
}

/** The helmet-broadcast page's save: its time is that of its poll, so receipt counts as the time of the fix. */
export const saveHelmets = async (context: PositionContext, records: Body<'saveRealHatList'>, asked: Asked) => {
  const { kernel, pipeline } = context
  const { rejected, taken, ignored } = sorted(context, records, asked)
  const outcomes = await pipeline.report(taken.map(({ report }) => report))
  outcomes.forEach((outcome, at) => {
    if (outcome !== 'accepted' && outcome !== 'duplicate') rejected.push({ index: taken[at]?.index ?? 0, reason: outcome })
  })
  const count = (wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length
  const accepted = count('accepted')
  if (accepted > 0)
    kernel.journal.counted(asked, { module: 'positions', action: 'create', object: 'position' }, accepted, 'in a minute')
  return {
    accepted,
    duplicate: count('duplicate'),
    ignored,
    rejected: rejected.sort((a, b) => a.index - b.index),
  }
}

/**
 * An SOS that somebody else heard: at the helmet's last place, if it ever had one. Who heard it is no reason to keep it from the site: one of
 * a helmet that is not his, or of none of the site, is alarmed of, and then refused.
 */
export const saveSos = async (
  { kernel, registry, pipeline }: PositionContext,
  { device_id, alarm_type, c_time }: Body<'saveRealHatSosAlarm'>,
  asked: Asked,
): Promise<null> => {
  const { scope } = asked.caller
  const device = registry.find('hat', device_id)
  const what = { zh: '安全帽', en: 'The helmet' }
  const time = c_time ? kernel.clock.fromWire(c_time).getTime() : null
  await pipeline.report([helpOfHelmet(device_id, alarm_type, time, 'page')])
  // Of a helmet that he does not see he reads no more in the log than he said.
  const { code, label } =
    device && maySee(scope, deptOfDevice(device)) ? device : { code: strangeCode('hat', device_id), label: null }
  const objectId = `hat:${code}`
  const after = { name: label ?? code, alarmType: alarm_type }
  kernel.journal.counted(asked, { module: 'positions', action: 'create', object: 'helpCall', objectId, after }, 1, 'at once')
  if (!device) throw new Refusal('notFound', { what })
  requireWrite(scope, deptOfDevice(device), what)
  return null
}
