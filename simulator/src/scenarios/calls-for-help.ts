import type { Report } from '@vigil/contract/positions/report.ts'
import { liZhiwei, maChanglin } from '../cast.ts'
import type { Scenario } from './scenario.ts'

const calling = (name: string, hatNo: string, kind: NonNullable<Report['sos']>, before: number, after: number): Scenario => ({
  name,
  actors: (plant) => [plant.helmet(hatNo)],
  begin: (plant) => {
    const helmet = plant.helmet(hatNo)
    helmet?.traveller.direct([
      { kind: 'stay', seconds: before },
      { kind: 'do', act: () => helmet.callForHelp(kind) },
      { kind: 'stay', seconds: after },
    ])
  },
})

/** 李志伟 presses the SOS key at the preheater and waits for help. */
export const sos = calling('sos', liZhiwei.hatNo, 'press', 3, 60)

/** 马长林 lies still in the clinker silo's gallery until the helmet calls by itself. */
export const silentAlarm = calling('silent-alarm', maChanglin.hatNo, 'silent', 60, 90)
