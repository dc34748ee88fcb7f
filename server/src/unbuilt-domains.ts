import { attendanceCalls } from '@vigil/contract/attendance/calls.ts'
import { planCalls } from '@vigil/contract/plans/calls.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { unbuilt, type Served } from './kernel/serve.ts'

/** Domains that no module serves yet: each of their calls answers `notAvailableYet`. */
export const unbuiltDomains = (): Served[] => [attendanceCalls, planCalls, telephonyCalls].map((calls) => unbuilt(calls))
