import { expect, it } from 'vitest'
import { createXmlReader } from './xml-reader.ts'

it('finds an attribute among letters without end as fast as they are many', () => {
  const values: (string | undefined)[] = []
  const reader = createXmlReader({ open: (_, attribute) => values.push(attribute('r'), attribute('t')) })
  reader.write(`<c ${'a'.repeat(300_000)} x:r = "A1"\n t='s'/>`)
  reader.end()
  expect(values).toEqual(['A1', 's'])
})
