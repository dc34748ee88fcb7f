import type { Login } from '../links/digest.ts'
import { createPushLink, type Push } from '../links/pushes.ts'
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
