import type { Login } from '../links/digest.ts'
import { createPushLink, type Push } from '../links/pushes.ts'
import { pastPasses, pushesOf } from './past.ts'
import { isTurnstile } from './passing.ts'

/** Where gates and cameras push, and how each of them, by its name, proves who it is. */
export interface PushesTo {
  readonly origin: string
  readonly logins: ReadonlyMap<string, Login>
}

/** Pushes as the device of that name does, one after the other; throws where one is refused. */
export const pushAs = async ({ origin, logins }: PushesTo, place: string, pushes: readonly Push[]): Promise<void> => {
  const login = logins.get(place)
  if (!login) throw new Error(`${place} has no login to push by`)
  const problems: string[] = []
  const link = createPushLink({ origin, path: pathOf(place), login, onProblem: (problem) => problems.push(problem) })
  for (const push of pushes) link.push(push)
  await link.empty()
  if (problems.length > 0) throw new Error(`what ${place} saw was refused: ${problems[0]}`)
}

export const pathOf = (place: string) => (isTurnstile(place) ? '/ingest/gate' : '/ingest/anpr')

/** Tells the site what passed in the last days, as devices do whose line is back; throws when anything of it is refused. */
export const pushPast = async (
  to: PushesTo,
  { seed, timeZone }: { readonly seed: string; readonly timeZone: string },
): Promise<void> => {
  const pushes = Map.groupBy(pushesOf(pastPasses(Date.now(), seed, timeZone)), ({ place }) => place)
  await Promise.all(
    [...pushes].map(([place, list]) =>
      pushAs(
        to,
        place,
        list.map(({ push }) => push),
      ),
    ),
  )
}
