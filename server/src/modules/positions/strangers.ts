import { alarmType, titleOf } from '@vigil/contract/alarms/types.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import type { FenceWatch } from '../hazards/index.ts'
import type { HelpCall } from './admission.ts'
import { whenAndWhere, whereIs } from './intents.ts'

/** So many alarms of them stand open each by itself; whoever else calls is counted with one for all others. */
const openAtMost = 20

const keyOf = ({ kind, deviceType, deviceId }: HelpCall): string => `${kind}/unregistered/${deviceType}/${deviceId}`
const others = {
  key: 'unregistered',
  kind: alarmType.code.sos,
  label: `${openAtMost}+`,
  facts: { unregistered: 'many' },
} as const
const itself = (call: HelpCall) => ({
  key: keyOf(call),
  kind: call.kind,
  label: call.deviceId,
  facts: { unregistered: call.deviceType, device: call.deviceId },
})

/** What calls for help raise of devices that nobody registered; `open` are the conditions of such devices that stand open. */
export const strangerIntents = (
  watch: Pick<FenceWatch, 'areaAt'>,
  calls: readonly HelpCall[],
  open: ReadonlySet<string>,
): AlarmIntent[] => {
  const standing = new Set(open)
  return calls.map((call) => {
    const { place } = call
    const { key, kind, label, facts } = standing.has(keyOf(call)) || standing.size < openAtMost ? itself(call) : others
    standing.add(key)
    const area = place && watch.areaAt(place.lng, place.lat)
    return {
      kind: 'raise',
      alarm: {
        conditionKey: key,
        source: { kind: 'unregistered', id: label, label },
        device: null,
        alarmType: kind,
        alarmLevel: 1,
        alarmName: titleOf(kind).zh,
        facts: { ...facts, ...whereIs(place && { ...place, isOld: false }, area?.name) },
        ...whenAndWhere(call, area),
        deptId: null,
        deptName: null,
        userName: '',
        plateNumber: '',
        quiet: false,
      },
    }
  })
}
