import { topics as allTopics, type Topic } from '@vigil/contract/live/live.ts'
import { may, type Caller } from '../caller.ts'
import type { ToldEvent } from '../event-stream.ts'
import { maySee } from '../scope.ts'
import type { Console, LiveContext } from './context.ts'

/** What each may see, and who there is to see something. */

/** Questions without an answer after which a console counts no longer as one that sees an alarm. */
const unseeingAfter = 3

export const lives = ({ round }: LiveContext, { answered }: Console): boolean => round - answered <= unseeingAfter
export const wants = (console: Console, topic: Topic): boolean => console.topics.has(topic)
const allowed = (caller: Caller, topic: Topic): boolean =>
  allTopics[topic].needs.length === 0 || allTopics[topic].needs.some((permission) => may(caller, permission))
/** What of the topics that a console asked for its caller may hear. */
export const grantedOf = (caller: Caller, asked: readonly Topic[]): ReadonlySet<Topic> =>
  new Set(asked.filter((topic) => allowed(caller, topic)))
export const seesPrivate = (caller: Caller): boolean => may(caller, 'private:view')

/** Whether somebody was told of it beyond his scope; a wall display of his was not. */
export const toldBeyond = ({ userId, wall }: Caller, { also }: ToldEvent): boolean => !wall && also.includes(userId)
export const hears = (caller: Caller, told: ToldEvent): boolean => maySee(caller.scope, told.deptId) || toldBeyond(caller, told)
export const listenersOf = ({ consoles }: LiveContext, { topic }: ToldEvent): Console[] =>
  [...consoles].filter((console) => console.ready && wants(console, topic))
/** Those who see it in their scope and are there, as far as anybody can tell by now; before a wall display there need be nobody. */
export const seersOf = (context: LiveContext, told: ToldEvent): Console[] =>
  listenersOf(context, told).filter(
    (console) => !console.caller.wall && lives(context, console) && maySee(console.caller.scope, told.deptId),
  )
