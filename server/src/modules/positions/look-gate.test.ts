import { expect, it } from 'vitest'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import { createLookGates } from './look-gate.ts'

const { caller, ...by } = theSystem(0)
const of = (userId: string, hasGone = (): boolean => false): Asked => ({ ...by, caller: { ...caller, userId }, hasGone })

/** A gate before work that lasts until it is told to end, and what became of each that asked. */
const withGate = () => {
  const gate = createLookGates().inside
  const became: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, asked: Asked) =>
    gate(asked, () => {
      became.push(`${name} looks`)
      return new Promise<void>((resolve) => void ends.push(resolve))
    }).catch((error: unknown) => void became.push(`${name} ${error instanceof Error ? error.name : ''}`))
  const turn = async (): Promise<void> => {
    await new Promise(setImmediate)
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { became, ask, turn }
}

it('one person has so much of the line, and whoever comes after him his turn', async () => {
  const { became, ask, turn } = withGate()
  const all = Array.from({ length: 14 }, (_, nth) => ask(`li ${nth}`, of('1')))
  all.push(ask('wang', of('2')))
  await turn()
  await turn()
  const refused = Array.from({ length: 12 }, (_, nth) => `li ${nth + 2} TooMany`)
  expect(became.toSorted()).toEqual([...refused, 'li 0 looks', 'li 1 looks', 'wang looks'].toSorted())
  await turn()
  await Promise.all(all)
})

it('a full line refuses whoever comes, until somebody in it has gone', async () => {
  const { became, ask, turn } = withGate()
  const gone = new Set<string>()
  const come = (id: string) =>
    ask(
      id,
      of(id, () => gone.has(id)),
    )
  const all = Array.from({ length: 13 }, (_, nth) => come(`${nth}`))
  await come('late')
  expect(became).toEqual(['0 looks', 'late NotReady'])
  gone.add('1')
  all.push(come('later'))
  await turn()
  expect(became.slice(2)).toEqual(expect.arrayContaining(['1 Refusal', '2 looks']))
  // Nor is anybody looked for whose turn has come and who has gone; his next look-up has his place.
  gone.add('3')
  await turn()
  expect(became.slice(4)).toEqual(expect.arrayContaining(['3 Refusal', '4 looks']))
  for (let left = 0; left < 10; left += 1) await turn()
  await Promise.all(all)
  expect(became.at(-1)).toBe('later looks')
})

it('each server has a line of its own', async () => {
  const [one, other] = [withGate(), withGate()]
  const all = [one.ask('li', of('1')), other.ask('wang', of('2'))]
  expect([...one.became, ...other.became]).toEqual([])
  await Promise.all([one.turn(), other.turn()])
  expect([...one.became, ...other.became]).toEqual(['li looks', 'wang looks'])
  await Promise.all([one.turn(), other.turn()])
  await Promise.all(all)
})
