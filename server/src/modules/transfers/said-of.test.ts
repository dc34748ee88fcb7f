import { expect, it } from 'vitest'
import { widerScope } from '../../kernel/scope.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { saidOf } from './said-of.ts'

const driver = { zh: '司机', en: 'Driver' }
const said = (refusal: Refusal, label = driver) => (['zh', 'en'] as const).map((language) => saidOf(refusal, label, language))

it('says of a refusal the field once, by what kind of refusal it is and not by how its text begins', () => {
  expect(said(new Refusal('notFound', { what: { zh: '人员', en: 'The person' } }))).toEqual([
    '司机不存在或已删除',
    'Driver does not exist or was deleted',
  ])
  // A field may be called otherwise where the refusal was written.
  const number = { zh: '编号', en: 'Number' }
  expect(said(new Refusal('notUnique', { field: number, value: 'A1' }))).toEqual(['编号“A1”已存在', 'Number “A1” already exists'])
  expect(said(invalid('userId', number, { zh: '必填', en: 'is required' }))).toEqual(['编号必填', 'Number is required'])
  const forbidden = new Refusal('forbidden', { needs: widerScope })
  expect(said(forbidden)).toEqual([`司机：${forbidden.tell('zh')}`, `Driver: ${forbidden.tell('en')}`])
  // As the text of this refusal begins by itself.
  expect(said(forbidden, { zh: '没有', en: 'You' })).toEqual([`没有：${forbidden.tell('zh')}`, `You: ${forbidden.tell('en')}`])
  expect(saidOf(forbidden, undefined, 'zh')).toBe(forbidden.tell('zh'))
})
