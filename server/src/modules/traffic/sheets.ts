import { bodyFieldsOf } from '@vigil/contract/body-fields.ts'
import type { BodyOf, Call } from '@vigil/contract/kernel/call.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { speedingRecord } from '@vigil/contract/traffic/speeding-record.ts'
import { trafficStop } from '@vigil/contract/traffic/traffic-stop.ts'
import { vehiclePass } from '@vigil/contract/traffic/vehicle-pass.ts'
import type { AnyNoun } from '../../kernel/keeping.ts'
import { readWith } from '../../kernel/problems.ts'
import type { ExportedNoun } from '../../kernel/sheet-noun.ts'
import type { createTrafficLists } from './lists.store.ts'

const { listZdTraffic, listZdTrafficOver, listZdTrafficStop } = trafficCalls

const filterOf =
  <C extends Call>(list: C): ExportedNoun['readFilter'] =>
  (filter) =>
    readWith(list.body, filter, () => bodyFieldsOf(list)) as BodyOf<C> & ReturnType<ExportedNoun['readFilter']>

const sheet = (noun: AnyNoun, list: Call, rows: Pick<ExportedNoun, 'stream' | 'count'>): ExportedNoun => ({
  noun,
  ...rows,
  readFilter: filterOf(list),
})

/** Passes, speeding and stops as sheets know them: rows go out by the filters of their lists, and none come in. */
export const trafficSheets = (lists: ReturnType<typeof createTrafficLists>): readonly ExportedNoun[] => [
  sheet(vehiclePass, listZdTraffic, {
    stream: (body, asked) => lists.streams.passes(body as BodyOf<typeof listZdTraffic>, asked),
    count: (body, asked) => lists.countPasses(body as BodyOf<typeof listZdTraffic>, asked),
  }),
  sheet(speedingRecord, listZdTrafficOver, {
    stream: (body, asked) => lists.streams.speeding(body as BodyOf<typeof listZdTrafficOver>, asked),
    count: (body, asked) => lists.countSpeeding(body as BodyOf<typeof listZdTrafficOver>, asked),
  }),
  sheet(trafficStop, listZdTrafficStop, {
    stream: (body, asked) => lists.streams.stops(body as BodyOf<typeof listZdTrafficStop>, asked),
    count: (body, asked) => lists.countStops(body as BodyOf<typeof listZdTrafficStop>, asked),
  }),
]
