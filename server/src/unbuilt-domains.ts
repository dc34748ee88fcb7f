import { attendanceCalls } from '@vigil/contract/attendance/calls.ts'
import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { dictionaryCalls } from '@vigil/contract/dictionary/calls.ts'
import { fileCalls } from '@vigil/contract/files/calls.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { indoorCalls } from '@vigil/contract/indoor/calls.ts'
import { planCalls } from '@vigil/contract/plans/calls.ts'
import { pushCalls } from '@vigil/contract/push/calls.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { videoCalls } from '@vigil/contract/video/calls.ts'
import { unbuilt, type Served } from './kernel/serve.ts'

/** Domains that no module serves yet: each of their calls answers `notAvailableYet`. */
export const unbuiltDomains = (): Served[] =>
  [
    attendanceCalls,
    broadcastCalls,
    dictionaryCalls,
    fileCalls,
    gateCalls,
    indoorCalls,
    planCalls,
    pushCalls,
    telephonyCalls,
    trafficCalls,
    videoCalls,
  ].map((calls) => unbuilt(calls))
