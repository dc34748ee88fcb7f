import { mask } from '../../kernel/mask.ts'
import type { Doors } from '../../kernel/module.ts'
import { isNamed, type Active, type Names } from './messages.ts'

/** Which helmet a vendor's service means. */

type Registry = Pick<Doors['devices']['registry'], 'all' | 'find'>

/** The number of a SIP address, or the number itself. */
const sipNumber = (said: string): string =>
  said
    .replace(/^sips?:/i, '')
    .replace(/@.*$/, '')
    .trim()
/** The digits of a number without the code of the country, which is said or not. */
const phoneNumber = (said: string): string => said.replace(/\D/g, '').replace(/^(?:00)?86(?=1\d{10}$)/, '')

/** What helmets are found by beside their codes. */
const keysOf = ({ sipId, mobile }: Pick<Names, 'sipId' | 'mobile'>): string[] => {
  const [sip, phone] = [sipNumber(sipId), phoneNumber(mobile)]
  return [...(sip === '' ? [] : [`sip ${sip}`]), ...(phone === '' ? [] : [`mobile ${phone}`])]
}
/** Who is logged in on a helmet is known to its service alone: our own people have numbers as well, which would be others. */
const keysAtService = (names: Names): string[] => [...keysOf(names), ...(names.userId === '' ? [] : [`user ${names.userId}`])]

/** What a helmet is called that nobody can find, by one of its names; a phone number is private. */
const strangeName = ({ sipId, mobile, userId }: Names): string => {
  if (sipId !== '') return `SIP ${sipId}`
  return userId === '' ? mask(mobile) : `user_id ${userId}`
}

/** `address` is what a call is raised by that says nothing of whose it is. */
export const createWho = ({ all, find }: Registry, address: string) => {
  let atService: ReadonlyMap<string, ReadonlySet<string>> = new Map()
  return {
    /** Takes up by what the service calls those that it has on its line. */
    learn: (active: readonly Active[]): void => {
      const learnt = new Map<string, Set<string>>()
      for (const { code, names } of active)
        for (const key of keysAtService(names)) learnt.set(key, (learnt.get(key) ?? new Set()).add(code))
      atService = learnt
    },
    /** The code of the one helmet that all names may mean; what else a stranger may be known by, where that is none or several. */
    codeOf: (names: Names): string => {
      if (names.code !== '') return names.code
      if (!isNamed(names)) return address
      const meant = new Set<string>()
      for (const key of keysAtService(names))
        for (const code of atService.get(key) ?? []) meant.add(find('hat', code)?.code ?? code)
      const keys = new Set(keysOf(names))
      for (const device of all()) if (device.kind === 'hat' && keysOf(device).some((key) => keys.has(key))) meant.add(device.code)
      const [only, another] = meant
      return only !== undefined && another === undefined ? only : strangeName(names)
    },
  }
}
export type Who = ReturnType<typeof createWho>
