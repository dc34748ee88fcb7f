import type { Incoming, Outcome } from './incoming.ts'
import { addHeard, type HeardByKey } from './heard.ts'
import { fixOfCall, helpCallOf, isBacklog, isHelp, isLocated, saysWhen, type Located } from './admission.ts'
import { backlogAtOnce, type Lane, type PipelineContext } from './pipeline.context.ts'
import { settle } from './turns.ts'
import { enqueue } from './unanswered.ts'

/** Which lane each report of a post goes into. */

/** What goes into one lane together, and which outcome of the post each of it is; null for what is not answered for. */
interface Part {
  readonly lane: Lane
  readonly reports: Located[]
  readonly places: (number | null)[]
}

/** A post under way into its lanes. */
interface Post {
  readonly context: PipelineContext
  readonly recv: number
  readonly reports: readonly Incoming[]
  readonly outcomes: Outcome[]
  readonly parts: Part[]
  readonly calls: Promise<void>[]
  /** By reports that say no place. */
  readonly heard: HeardByKey
}

/** Live, with a place, and no call for help: what nearly every report is. */
export const isPlainlyLive = (report: Incoming, recv: number): report is Located =>
  report.kind === 0 && isLocated(report) && !isBacklog(report, recv)

const laneOf = ({ context: { live, posts, drops }, reports, recv }: Post, report: Located): Lane =>
  !isBacklog(report, recv) ? live : reports.length === 1 ? drops : posts

const put = (post: Post, report: Located, place: number | null): void => {
  const { context, parts } = post
  const lane = laneOf(post, report)
  let part = parts.findLast((one) => one.lane === lane)
  if (part === undefined || (lane === context.posts && part.reports.length >= backlogAtOnce))
    parts.push((part = { lane, reports: [], places: [] }))
  part.reports.push(report)
  part.places.push(place)
}

/** What a report heard that says no place; a clock that is behind says so at other times. */
const hear = ({ context: { deps, states }, heard, recv }: Post, { deviceType, deviceId, time, beacons }: Incoming): void => {
  if (!beacons) return
  const device = deps.findDevice(deviceType, deviceId)
  if (!device?.enabled) return
  const at = time === null || states.get(device.id)?.isBehind === true ? recv : Math.min(time, recv)
  addHeard(heard, deps.watch, device, { beacons, at, recv })
}

const sortOne = (post: Post, report: Incoming, index: number, takes: boolean): void => {
  const { context, outcomes, calls, recv } = post
  if (isHelp(report)) {
    const call = helpCallOf(report, recv)
    calls.push(context.deps.help.raise(call).then((outcome) => void (outcomes[index] = outcome)))
    const fix = fixOfCall(report, call)
    // What became of the call is the answer; its fix is stored beside it while there is room.
    if (!fix) hear(post, report)
    else if (takes) put(post, fix, null)
  } else if (isLocated(report)) put(post, report, index)
  else if (!saysWhen(report)) outcomes[index] = 'noTime'
  else {
    outcomes[index] = 'noFix'
    context.deps.noteUnfixed(report.deviceType, report.deviceId)
    hear(post, report)
  }
}

const store = async ({ context, recv, outcomes }: Post, { lane, reports, places }: Part): Promise<void> => {
  const results = await enqueue(context, lane, reports, recv)
  places.forEach((place, at) => place !== null && (outcomes[place] = results[at] as Outcome))
}

/** Each report into its lane; the answer is whole once each lane has given its part. */
export const sort = async (context: PipelineContext, reports: readonly Incoming[], recv: number): Promise<Outcome[]> => {
  const outcomes = new Array<Outcome>(reports.length)
  const post: Post = { context, recv, reports, outcomes, parts: [], calls: [], heard: new Map() }
  const takes = context.deps.kernel.disk.takesPositions()
  reports.forEach((report, index) => sortOne(post, report, index, takes))
  const stored = post.parts.map((part) => store(post, part))
  if (post.heard.size > 0 && takes) stored.push(context.deps.keepHeard(post.heard))
  settle(context)
  // All of them, so that none is left without anybody who hears that it failed.
  for (const ended of await Promise.allSettled([...post.calls, ...stored])) if (ended.status === 'rejected') throw ended.reason
  return outcomes
}
