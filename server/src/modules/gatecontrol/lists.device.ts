import type { GateControl, PlateOutcome } from '@vigil/contract/gatecontrol/entities.ts'
import { askDevice, type Asked, type Told } from './ask-device.ts'
import { listMakes, type Aim, type Entry } from './lists.makes.ts'
import type { List } from './lists.rules.ts'
import { makes } from './makes.ts'
import type { StoredControl } from './store.ts'

/** The device does not take the login: nothing more is asked of it, since many lock the account after a few. */
export class LoginRefused extends Error {}

/** What is known of a plate on a device, by whom it is there. */
export interface Known {
  readonly mine: readonly List[]
  readonly found: Entry | null
}
export interface Brought extends Known {
  readonly outcome: PlateOutcome
  readonly said: string
  /** Whether the device was told to change anything. */
  readonly changed: boolean
  /** On which list it shows the plate; undefined where that could not be read. */
  readonly shows: List | null | undefined
}
export interface Bringing extends Pick<Aim, 'plate' | 'wanted' | 'now'>, Known {
  /** Whether what the site put there is there for the days that it wants now. */
  readonly isDated: boolean
  /** Keeps what is about to be done; false where somebody else does it by now. */
  readonly note: (known: Known) => Promise<boolean>
}

/** Somebody else brings this gate's lists in step by now. */
export class Overtaken extends Error {}

/** The device was not reached, did not answer, or the line broke; the cause is what `askDevice` threw. */
export class DeviceFailed extends Error {}

const ask = async (control: StoredControl, asked: Asked): Promise<Told> => {
  const told = await askDevice(control, asked).catch((error: unknown) => {
    throw new DeviceFailed('the device did not answer', { cause: error })
  })
  if (told.status === 401) throw new LoginRefused('the login is refused')
  return told
}
const askAll = async (control: StoredControl, all: readonly Asked[]): Promise<Told[]> => {
  const told: Told[] = []
  for (const asked of all) told.push(await ask(control, asked))
  return told
}
/** What the device said where it is no list, or no yes. */
const refusalOf = (make: GateControl['make'], told: Told | undefined): string =>
  told === undefined ? '' : makes[make].heard(told).said || `HTTP ${told.status}`

const opensOn = (seen: readonly Entry[]): boolean => seen.some(({ list, opens }) => list === 'allow' && opens)
const isBlocked = (seen: readonly Entry[]): boolean => seen.some(({ list }) => list === 'block')
const showsOf = (seen: readonly Entry[]): List | null => (isBlocked(seen) ? 'block' : opensOn(seen) ? 'allow' : null)

/** Whether a device lists a plate as the site wants it; what somebody else put there is nobody's here. */
const fits = ({ wanted, mine, found, seen }: Pick<Aim, 'wanted' | 'mine' | 'found' | 'seen'>): boolean => {
  if (wanted?.list === 'block') return isBlocked(seen) && !opensOn(seen)
  if (wanted) return opensOn(seen) && !isBlocked(seen)
  return !seen.some(({ list }) => mine.includes(list)) && (found === null || opensOn(seen) || seen.length === 0)
}

/**
 * Has a device list one plate as the site wants it: looks, changes what differs, and looks again, since devices say yes to what they do not keep.
 * What the site did not put there is never removed: where a barred vehicle is allowed by somebody else, that is set aside and put back as it was
 * when the bar ends; what somebody else blocked stays so. Throws `DeviceFailed`, `LoginRefused`, or
 * `Overtaken`.
 */
export const bringPlate = async (control: StoredControl, bringing: Bringing): Promise<Brought> => {
  const { make, channel } = control
  const { ways, look, seen: seenIn, changes } = listMakes[make]
  const { plate, wanted, now, isDated, note } = bringing
  const see = async () => {
    const told = await askAll(control, look(plate, channel))
    const seen = seenIn(plate, told)
    return { seen, refused: told.find(({ status }) => status !== 200) ?? told[0] }
  }
  const known: Known = { mine: bringing.mine, found: bringing.found }
  const before = await see()
  if (!before.seen)
    return { ...known, outcome: 'refused', said: refusalOf(make, before.refused), changed: false, shows: undefined }
  const aimOf = (seen: readonly Entry[], { mine, found }: Known): Aim => ({ plate, channel, wanted, now, mine, found, seen })
  /** Of what was noted that which is true by now. */
  const settled = (seen: readonly Entry[], { mine, found }: Known): Known => ({
    mine: mine.filter((list) => seen.some((entry) => entry.list === list) && !(found && wanted?.list !== 'block')),
    found: wanted?.list === 'block' ? found : null,
  })
  const dates = wanted !== null && known.mine.includes(wanted.list) && !isDated
  if (fits(aimOf(before.seen, known)) && !dates)
    return { ...settled(before.seen, known), outcome: 'done', said: '', changed: false, shows: showsOf(before.seen) }
  if (wanted?.list === 'allow' && isBlocked(before.seen) && !known.mine.includes('block'))
    return { ...known, outcome: 'blockedThere', said: '', changed: false, shows: 'block' }

  const others = before.seen.find(({ list, opens }) => list === 'allow' && opens && !known.mine.includes('allow'))
  const noted: Known = {
    mine: wanted === null || (wanted.list === 'allow' && known.found) ? known.mine : [...new Set([...known.mine, wanted.list])],
    found: wanted?.list === 'block' ? (known.found ?? others ?? null) : known.found,
  }
  if (!(await note(noted))) throw new Overtaken('somebody else keeps these lists by now')
  let seen: readonly Entry[] = before.seen
  let said = ''
  for (let way = 0; way < ways; way += 1) {
    const refused = await tell(control, changes(aimOf(seen, noted), way))
    if (refused !== null) said = refused
    const after = await see()
    if (!after.seen)
      return { ...noted, outcome: 'refused', said: refusalOf(make, after.refused), changed: true, shows: undefined }
    seen = after.seen
    if (fits(aimOf(seen, noted)) && (refused === null || !dates))
      return { ...settled(seen, noted), outcome: 'done', said: '', changed: true, shows: showsOf(seen) }
  }
  return { ...noted, outcome: said === '' ? 'notKept' : 'refused', said, changed: true, shows: showsOf(seen) }
}

/** Null where the device took all of it, else what it said; what follows a refusal is not sent. */
const tell = async (control: StoredControl, all: readonly Asked[]): Promise<string | null> => {
  for (const asked of all) {
    const told = await ask(control, asked)
    if (makes[control.make].heard(told).outcome !== 'done') return refusalOf(control.make, told)
  }
  return null
}
