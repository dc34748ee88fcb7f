import { describe, expect, it } from 'vitest'
import { domains } from '../index.ts'
import { field, type Fields } from '../kernel/field.ts'
import { noun, nounCalls } from '../kernel/noun.ts'
import { uploadNeeds } from './calls.ts'

/** A kind of record that nobody but this test knows. */
const kilnCalls = (fields: Fields, sheets: { readonly imports?: false }) => {
  const kiln = noun({
    name: 'kiln',
    word: { zh: '窑', en: 'kiln' },
    words: { zh: '窑', en: 'kilns' },
    route: 'preheaterView',
    fields: { name: field.name({ zh: '名称', en: 'Name' }, 64), ...fields },
    title: 'name',
    key: 'name',
    search: [],
    ...sheets,
  })
  return Object.values(nounCalls('BsKiln', '/bs/bsKiln', kiln, { sees: 'signedIn', edits: { anyOf: ['preheaterView:edit'] } }))
}
const picture = { photo: field.picture({ zh: '照片', en: 'Photo' }) }
const gates = Object.values(domains.gates)
const gateKeepers = ['barrierGateMgmt:edit', 'visitRecordMgmt:edit']

describe('who may upload', () => {
  it.each([
    ['has a picture', picture, { imports: false as const }, true],
    ['comes from sheets', {}, {}, true],
    ['does neither', {}, { imports: false as const }, false],
  ])('follows from a record that %s', (_, fields, sheets, uploads) => {
    const needs = uploadNeeds([...gates, ...kilnCalls(fields, sheets)])
    expect(needs).toEqual({ anyOf: [...gateKeepers, ...(uploads ? ['preheaterView:edit'] : [])] })
  })

  it('is whoever saves what has pictures or comes from sheets, and nobody else', () => {
    const { uploadFile, clearAttachmentFile } = domains.files
    const { anyOf } = uploadFile.needs as { anyOf: readonly string[] }
    expect(anyOf).toEqual(expect.arrayContaining(['hatMgmt:edit', 'insideBuildingAreaMgmt:edit', 'userMgmt:edit']))
    for (const right of ['siteMgmt:edit', 'pushTaskTypeMgmt:edit', 'hatMgmt']) expect(anyOf).not.toContain(right)
    expect(clearAttachmentFile.needs).toBe(uploadFile.needs)
  })
})
