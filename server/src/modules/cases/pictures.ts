import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import { isEvidence } from '@vigil/contract/cases/entities.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { mayAsk, type Asked } from '../../kernel/caller.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseContext } from './context.ts'
import { fileItem } from './gather.ts'
import type { NewItem } from './store.ts'

/**
 * Pictures that there are of what an alarm is about: what a camera saw of a vehicle that drove too fast, its helmet, and the hazard source that
 * somebody came near. People have no portraits.
 */

/** A picture that is to be kept. */
export interface Picture {
  readonly fileId: string
  readonly sha256: string
}

const shown = async ({ doors: { devices, hazards, traffic } }: CaseContext, alarm: Alarm, asked: Asked): Promise<string[]> => {
  const { caller } = asked
  const whole = (found: object): readonly { readonly photo: string }[] => found as readonly { readonly photo: string }[]
  const ofHelmet = alarm.deviceType === 'hat' && alarm.objectId !== null && mayAsk(caller, deviceCalls.listBsHatByDeptId.needs)
  const ofPoint =
    alarm.alarmType === alarmType.code.hazard &&
    alarm.ruleId !== null &&
    mayAsk(caller, hazardCalls.listBsHazardPointByDeptId.needs)
  const seesStops = mayAsk(caller, trafficCalls.getZdTrafficStopOfAlarm.needs)
  const stop = seesStops ? await traffic.stopOfAlarm(alarm.id, asked) : null
  const records = [
    ...(stop ? [{ photo: stop.bigImage }, { photo: stop.plateImage }] : []),
    ...(ofHelmet ? whole(await devices.hats.list({ ids: [String(alarm.objectId)] }, asked)) : []),
    ...(ofPoint ? whole(await hazards.points.list({ ids: [String(alarm.ruleId)] }, asked)) : []),
  ]
  return [...new Set(records.map(({ photo }) => photo).filter((photo) => photo !== ''))]
}

const unlessGone = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    // A picture that is gone, or not his to see, keeps no alarm from being kept.
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Those that whoever asks may see. */
export const picturesOf = async (context: CaseContext, alarm: Alarm, asked: Asked): Promise<Picture[]> => {
  const pictures: Picture[] = []
  for (const fileId of await shown(context, alarm, asked)) {
    const file = await unlessGone(context.doors.files.open(fileId, asked.caller))
    if (file && isEvidence(file.type)) pictures.push({ fileId, sha256: file.sha256 })
  }
  return pictures
}

/** Keeps the contents of those that the case does not hold yet, whatever becomes of the record that shows them. */
export const keepPictures = async (
  { doors }: CaseContext,
  trx: Trx,
  pictures: readonly Picture[],
  held: ReadonlySet<string>,
  asked: Asked,
): Promise<NewItem[]> => {
  const items: NewItem[] = []
  for (const { fileId, sha256 } of pictures) {
    if (held.has(sha256)) continue
    const file = await unlessGone(doors.files.keepAsEvidence(trx, fileId, asked))
    if (file) items.push(fileItem(file.name, file))
  }
  return items
}
