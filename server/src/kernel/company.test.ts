import { expect, it } from 'vitest'
import { createCompany } from './company.ts'

const asking = () => {
  const company = createCompany<number>()
  const asked: { readonly question: string; readonly answer: (n: number) => void; readonly fail: (why: Error) => void }[] = []
  const ask = (question: string): Promise<number> =>
    company(question, () => {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      asked.push({ question, answer: resolve, fail: reject })
      return promise
    })
  const questions = (): string[] => asked.map(({ question }) => question)
  return { ask, asked, questions }
}

it('asks once for all who come while it is asked, and only after they came', async () => {
  const { ask, asked, questions } = asking()
  const first = ask('helmets')
  const [second, third] = [ask('helmets'), ask('helmets')]
  expect(questions()).toEqual(['helmets'])
  asked[0]?.answer(1)
  expect(await first).toBe(1)
  await expect.poll(questions).toEqual(['helmets', 'helmets'])
  // It is being asked: what came just now may not be in its answer.
  const fourth = ask('helmets')
  asked[1]?.answer(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
  await expect.poll(questions).toHaveLength(3)
  asked[2]?.answer(3)
  expect(await fourth).toBe(3)
})

it('asks different questions side by side', async () => {
  const { ask, asked, questions } = asking()
  const both = Promise.all([ask('helmets'), ask('badges')])
  expect(questions()).toEqual(['helmets', 'badges'])
  asked[1]?.answer(2)
  asked[0]?.answer(1)
  expect(await both).toEqual([1, 2])
})

it('asks again for those who wait behind one that failed', async () => {
  const { ask, asked, questions } = asking()
  const first = ask('helmets')
  const second = ask('helmets')
  asked[0]?.fail(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await expect.poll(questions).toHaveLength(2)
  asked[1]?.answer(5)
  expect(await second).toBe(5)
  const third = ask('helmets')
  expect(questions()).toHaveLength(3)
  asked[2]?.answer(6)
  expect(await third).toBe(6)
})
