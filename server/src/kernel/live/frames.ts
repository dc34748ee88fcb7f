import type { FromServer } from '@vigil/contract/live/live.ts'
import { behindFrom } from '../console-line.ts'
import { seesPrivate, wants } from './audience.ts'
import type { Console, DirectoryDifference, LiveContext, PositionFeed } from './context.ts'

/** Where things are and what they are called: everything at first, and then, at a pace, what became another. */

/** Equal for consoles that see the same directory. */
const viewOf = ({ scope, caller }: Console): string => `${seesPrivate(caller) ? 'shown' : 'masked'} ${scope}`
const scopeOf = ({ scope }: Console): string => scope

const directoryMessage = (whole: boolean, { objects, removed }: DirectoryDifference): Buffer =>
  Buffer.from(JSON.stringify({ type: 'directory', whole, objects, removed } satisfies FromServer))

/** Made once for all who see the same. */
const shared = <Made>(known: Map<string, Made>, keyOf: (console: Console) => string, make: (console: Console) => Made) => {
  return (console: Console): Made => {
    const key = keyOf(console)
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make(console)
    known.set(key, made)
    return made
  }
}
const nothing = (): null => null

const directoryOf = (feed: PositionFeed, directories: Map<string, Buffer>) =>
  shared(directories, viewOf, ({ caller }) =>
    directoryMessage(true, { objects: feed.directory(caller.scope, seesPrivate(caller)), removed: [] }),
  )
const differenceOf = (feed: PositionFeed) => {
  const differenceFor = feed.directoryChanges()
  if (!differenceFor) return nothing
  return shared(new Map<string, Buffer | null>(), viewOf, ({ caller }) => {
    const difference = differenceFor(caller.scope, seesPrivate(caller))
    return difference && directoryMessage(false, difference)
  })
}
const frameOf = (feed: PositionFeed) => {
  const frameFor = feed.changes()
  if (!frameFor) return nothing
  return shared(new Map<string, Uint8Array | null>(), scopeOf, ({ caller }) => frameFor(caller.scope))
}

/** Everything that a console sees, in the place of what it knows. */
export const sendWhole = ({ feed, directories }: LiveContext, console: Console): void => {
  if (!feed || !wants(console, 'positions')) return
  console.line.send(directoryOf(feed, directories)(console), false)
  console.line.send(feed.snapshot(console.caller.scope), true)
  console.behind = false
}

/** Empties the map of a console that may not see it any more. */
export const sendNothing = ({ line }: Console): void => line.send(directoryMessage(true, { objects: [], removed: [] }), false)

/** Sends what changed since the last time: the directory before the positions, so that nothing moves that has no name. */
export const sendChanges = (context: LiveContext): void => {
  const { feed, consoles, directories } = context
  if (!feed) return
  directories.clear()
  const difference = differenceOf(feed)
  const frame = frameOf(feed)
  for (const console of consoles) {
    if (!console.ready || !wants(console, 'positions')) continue
    if (console.line.unsent() > behindFrom) console.behind = true
    else if (console.behind) sendWhole(context, console)
    else {
      const [named, moved] = [difference(console), frame(console)]
      if (named) console.line.send(named, false)
      if (moved) console.line.send(moved, true)
    }
  }
}
