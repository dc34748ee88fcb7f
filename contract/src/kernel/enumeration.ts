import { z } from 'zod'
import type { Language, Text } from './text.ts'

interface Member extends Text {
  readonly code: string | number
}

/**
 * An enumeration of the specification: stable member names in code, the specification's codes on the wire, a zh and an en
 * name for people. `otherwise` names what a code outside the list is called.
 */
export const enumeration = <const M extends Readonly<Record<string, Member>>>(members: M, otherwise?: Text) => {
  type Code = M[keyof M]['code']
  const list = Object.values(members)
  const byCode = new Map<string | number, Member>(list.map((member) => [member.code, member]))
  return {
    /** Wire code by member name. */
    code: Object.fromEntries(Object.entries(members).map(([name, { code }]) => [name, code])) as {
      readonly [Name in keyof M]: M[Name]['code']
    },
    codes: list.map(({ code }) => code) as readonly Code[],
    schema: z.literal(list.map(({ code }) => code) as [Code, ...Code[]]).meta({ 'x-codes': list }),
    otherwise,
    name: (code: string | number | null | undefined, language: Language): string => {
      const member = code === null || code === undefined ? undefined : byCode.get(code)
      return member?.[language] ?? otherwise?.[language] ?? (code === null || code === undefined ? '' : String(code))
    },
    options: (language: Language): { value: Code; label: string }[] =>
      list.map((member) => ({ value: member.code as Code, label: member[language] })),
  }
}
export type CodeOf<E extends { schema: z.ZodType }> = z.output<E['schema']>
