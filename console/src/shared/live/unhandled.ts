import { handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { isCry } from '@vigil/contract/alarms/types.ts'

/** Alarms nobody has taken up yet, all and by level one, two, three. */
export interface Unhandled {
  readonly total: number
  readonly levels: readonly [number, number, number]
}

/** Put aside for a while: neither heard nor counted nor in the column. The server says when that is over. */
export const isShelved = ({ shelvedUntil }: Alarm): boolean => shelvedUntil !== null

/** The one way to count unhandled alarms: badge, pop-ups and dashboard agree because of it. */
export const countUnhandled = (open: readonly Alarm[]): Unhandled => {
  const levels: [number, number, number] = [0, 0, 0]
  for (const alarm of open)
    if (alarm.status === handlingStatus.code.unhandled && !isShelved(alarm))
      levels[alarm.alarmLevel - 1] = (levels[alarm.alarmLevel - 1] ?? 0) + 1
  return { total: levels[0] + levels[1] + levels[2], levels }
}

/** What waits for somebody's hands: what nobody has taken up, and what he has in hand himself. */
export const countWaiting = (open: readonly Alarm[], userId: string | undefined): number =>
  countUnhandled(open).total +
  open.filter((alarm) => alarm.status === handlingStatus.code.inProgress && alarm.assigneeId === userId && !isShelved(alarm))
    .length

/** Somebody calls for help, by hand or by not moving any more: the alarms that the server never lets pass in silence. */
export const isCryForHelp = (alarm: Alarm): boolean => isCry(alarm.alarmType)

/** The cries for help that nobody has taken up yet. */
export const waitingCalls = (open: readonly Alarm[]): readonly Alarm[] =>
  open.filter((alarm) => isCryForHelp(alarm) && alarm.status === handlingStatus.code.unhandled)
