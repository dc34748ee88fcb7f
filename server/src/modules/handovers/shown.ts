import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { ShiftFacts, WholeShiftFacts } from '@vigil/contract/handovers/entities.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { healthCalls } from '@vigil/contract/health/calls.ts'
import { mayAsk, type Caller } from '../../kernel/caller.ts'
import { maySee } from '../../kernel/scope.ts'

/**
 * Of how a site stood what somebody may see: whoever gave the shift may have seen more. `isOwn`: he looked himself, so that the numbers of what
 * is not named are his too. What he may not see is no empty list: whoever hands over would read that nothing is wrong.
 */
export const shownTo = ({ open, shelved, fencesOff, faults }: WholeShiftFacts, caller: Caller, isOwn: boolean): ShiftFacts => {
  const seesAlarms = mayAsk(caller, alarmCalls.listRealAlarmData.needs)
  const seesFences = mayAsk(caller, hazardCalls.listBsDangAreaAll.needs)
  const seesFaults = mayAsk(caller, healthCalls.listBsDeviceFaultByDeptId.needs)
  const seen = <Fact extends { readonly deptId: string | null }>({ total, list }: { total: number; list: Fact[] }) => {
    const shown = list.filter(({ deptId }) => maySee(caller.scope, deptId))
    const isWhole = caller.scope.all || (isOwn && shown.length === list.length)
    return { total: isWhole ? total : shown.length, list: shown }
  }
  return {
    open: seesAlarms ? seen(open) : null,
    shelved: seesAlarms ? seen(shelved) : null,
    fencesOff: seesFences ? seen(fencesOff) : null,
    faults: seesFaults ? seen(faults) : null,
  }
}
