import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { ShiftFacts } from '@vigil/contract/handovers/entities.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { healthCalls } from '@vigil/contract/health/calls.ts'
import { mayAsk, type Caller } from '../../kernel/caller.ts'
import { maySee } from '../../kernel/scope.ts'

const nothing = { total: 0, list: [] }

/**
 * Of how a site stood what somebody may see: whoever gave the shift may have seen more. `isOwn`: he looked himself, so that the numbers of what
 * is not named are his too.
 */
export const shownTo = ({ open, shelved, fencesOff, faults }: ShiftFacts, caller: Caller, isOwn: boolean): ShiftFacts => {
  const seesAlarms = mayAsk(caller, alarmCalls.listRealAlarmData.needs)
  const seesFences = mayAsk(caller, hazardCalls.listBsDangAreaAll.needs)
  const seesFaults = mayAsk(caller, healthCalls.listBsDeviceFaultByDeptId.needs)
  const seen = <Fact extends { readonly deptId: string | null }>({ total, list }: { total: number; list: Fact[] }) => {
    const shown = list.filter(({ deptId }) => maySee(caller.scope, deptId))
    const isWhole = caller.scope.all || (isOwn && shown.length === list.length)
    return { total: isWhole ? total : shown.length, list: shown }
  }
  return {
    open: seesAlarms ? seen(open) : nothing,
    shelved: seesAlarms ? seen(shelved) : nothing,
    fencesOff: seesFences ? seen(fencesOff) : nothing,
    faults: seesFaults ? seen(faults) : nothing,
  }
}
