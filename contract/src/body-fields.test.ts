import { expect, it } from 'vitest'
import { toJSONSchema, type z } from 'zod'
import { bodyFieldsOf } from './body-fields.ts'
import { domains } from './index.ts'
import type { Call } from './kernel/call.ts'

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}
const namesIn = ({ properties = {}, items, anyOf = [] }: Shape): string[] => [
  ...Object.keys(properties),
  ...(items ? namesIn(items) : []),
  ...anyOf.flatMap(namesIn),
]
const namesOf = (body: z.ZodType): string[] => namesIn(toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as Shape)

it('everything that the body of a call carries has a name for people, in both languages', () => {
  const nameless: string[] = []
  let named = 0
  for (const call of Object.values(domains).flatMap((domain) => Object.values<Call>(domain))) {
    if (call.planned) continue
    const fieldOf = bodyFieldsOf(call)
    for (const name of namesOf(call.body)) {
      const label = fieldOf(name)?.label
      if (label && label.zh !== '' && label.en !== '') named += 1
      else nameless.push(`${call.path} ${name}`)
    }
  }
  expect(nameless).toEqual([])
  expect(named).toBeGreaterThan(700)
})
