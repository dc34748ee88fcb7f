import type { Report } from './stands.rules.ts'

/** A report that was too fast, km/h. */
export interface Fast {
  readonly at: number
  readonly lng: number
  readonly lat: number
  readonly speed: number
  readonly limit: number
  readonly place: string
  readonly deptId: string | null
  /** The speed fence that was driven through too fast, which alarms of that itself; on a road alone there is none. */
  readonly fenceId?: string
}
/** What is allowed where a report is from; null where nothing is said, or it may drive as it likes. */
export type Allowed = (report: Report) => Pick<Fast, 'limit' | 'place' | 'deptId' | 'fenceId'> | null

/**
 * The stretches on which a vehicle was too fast in a row, from its reports in their order: one report may be wrong about a speed, the second in a
 * row that is too fast counts, and the first with it. `before`: the last report that was looked at, where that was too fast; `apart` ms that
 * two in a row are apart at most.
 */
export const tooFastIn = (
  before: Fast | null,
  reports: readonly Report[],
  allowed: Allowed,
  apart: number,
): { readonly runs: readonly (readonly Fast[])[]; readonly last: Fast | null } => {
  const runs: Fast[][] = []
  let run: Fast[] = before === null ? [] : [before]
  const end = (): void => {
    if (run.length > 1) runs.push(run)
    run = []
  }
  for (const report of reports) {
    const { at, lng, lat, speed } = report
    const known = allowed(report)
    const last = run.at(-1)
    if (last && at - last.at > apart) end()
    if (known === null || speed === null || speed <= known.limit) end()
    else run.push({ at, lng, lat, speed, ...known })
  }
  const last = run.at(-1) ?? null
  end()
  return { runs, last }
}

/** What of a stretch its record needs: how it began, its fastest, how it ended. */
export const toldOf = (run: readonly Fast[]): Fast[] => {
  const fastest = run.reduce((best, one) => (one.speed > best.speed ? one : best))
  return [...new Set([run[0] as Fast, fastest, run.at(-1) as Fast])]
}
