import type { User } from '@vigil/contract/accounts/user.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { useCalling, type CallTarget } from '../../shared/calling/calling.ts'
import { positions } from '../../shared/live/live.ts'
import { can } from '../../shared/session/session.ts'
import type { RowAction } from '../../shared/spec/definitions.ts'

type Worn = Pick<LiveObject, 'deviceType' | 'userId' | 'sipId'>

/** Whom to call for somebody: the helmet that he wears, of those that this console sees; null where he wears none that has a number. */
export const targetFor = ({ id, cname }: Pick<User, 'id' | 'cname'>, seen: Iterable<Worn | null>): CallTarget | null => {
  for (const one of seen)
    if (one?.deviceType === 'hat' && one.userId === id && one.sipId !== '') return { number: one.sipId, name: cname }
  return null
}

function* seenObjects() {
  for (let slot = 0; slot < positions.size; slot += 1) yield positions.object(slot)
}

/** Calls somebody by his helmet; nothing where there is none to call, or one may not call. */
export const callPerson = (person: User): readonly RowAction[] => {
  const { place } = useCalling.getState()
  const target = place && can('call:place') ? targetFor(person, seenObjects()) : null
  return place && target ? [{ label: { zh: '呼叫', en: 'Call' }, run: () => place(target) }] : []
}
