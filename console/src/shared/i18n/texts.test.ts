import { expect, test } from 'vitest'
import { defineTexts, translate } from './texts.ts'

const texts = defineTexts('test/texts', {
  people: { zh: '共 {n} 人', en: '{n, person|people} in total' },
  some: { zh: '{done} / {n} 行', en: '{done} of {n, row|rows}' },
})

test('a number stands with its noun in the form that it takes', () => {
  const t = translate(texts, 'en')
  expect([0, 1, 2, 21, 101].map((n) => t('people', { n }))).toEqual([
    '0 people in total',
    '1 person in total',
    '2 people in total',
    '21 people in total',
    '101 people in total',
  ])
  expect(t('some', { done: 1, n: '1,000' })).toBe('1 of 1,000 rows')
  expect(t('some', { done: 0, n: '1' })).toBe('0 of 1 row')
})

test('Chinese has one form', () => {
  expect(translate(texts, 'zh')('people', { n: 1 })).toBe('共 1 人')
})
