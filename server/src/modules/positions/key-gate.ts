import type { Incoming, Outcome } from './incoming.ts'

type Refused = Pick<Incoming, 'deviceType' | 'deviceId'> & { readonly isHelp: boolean }

interface Gate {
  /** What tells for which reports a key holds. */
  readonly judge: (keyId: string) => (report: Incoming) => boolean
  /** Told of reports for whose devices a key does not hold. */
  readonly refuse: (keyId: string, ip: string, reports: readonly Refused[]) => void
  readonly report: (reports: readonly Incoming[]) => Promise<Outcome[]>
}
/** Takes reports that came with a key from an address. */
export type ReportWith = (keyId: string, ip: string, reports: readonly Incoming[]) => Promise<Outcome[]>

/**
 * The door behind every gateway whose devices show a key: a report of a device that the key does not hold for is `forbidden`, be
 * it a call for help, since it is not this device's voice; it changes nothing and costs the others of its post nothing.
 */
export const createKeyGate =
  ({ judge, refuse, report }: Gate): ReportWith =>
  async (keyId, ip, reports) => {
    const holds = judge(keyId)
    if (reports.every(holds)) return report(reports)
    const places = [...reports.keys()].filter((at) => holds(reports[at] as Incoming))
    const outcomes = new Array<Outcome>(reports.length).fill('forbidden')
    const taken = await report(places.map((at) => reports[at] as Incoming))
    places.forEach((place, at) => (outcomes[place] = taken[at] as Outcome))
    // Once the others are stored: a post that is not comes again as a whole.
    const refused = reports.filter((_, at) => outcomes[at] === 'forbidden')
    refuse(
      keyId,
      ip,
      refused.map(({ deviceType, deviceId, kind }) => ({ deviceType, deviceId, isHelp: kind !== 0 })),
    )
    return outcomes
  }
