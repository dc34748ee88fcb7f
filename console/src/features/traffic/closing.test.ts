import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aStop } from './a-stop.ts'
import { closing, useClosing } from './closing.ts'
import { closingForm, meanwhile, quickerOne } from './closing-form.ts'

beforeEach(closing.close)

describe('what is sent', () => {
  test('closing sends status 2 of the version that was seen, and a note only where one was written', () => {
    expect(closingForm(aStop({ version: 3 }), '  ')).toEqual({ id: '7', version: 3, status: 2 })
    expect(closingForm(aStop(), ' 已劝离 ')).toEqual({ id: '7', version: 1, status: 2, handleNote: '已劝离' })
  })
})

describe('the open record', () => {
  test('with an id, place, time and speed it opens before the rest is known', () => {
    closing.open({ id: '7', illegalPlace: '主干道', passTime: '2026-11-20 08:15:00', nSpeed: 52 })
    expect(useClosing.getState()).toMatchObject({ known: { id: '7' }, seen: null, now: null })
    closing.take(aStop({ version: 4 }))
    expect(useClosing.getState()).toMatchObject({ seen: { version: 4 }, now: { version: 4 } })
  })

  test('news of another record, or older ones, change nothing', () => {
    closing.open(aStop({ version: 4 }))
    closing.take(aStop({ version: 3 }))
    closing.take(aStop({ id: '8', version: 9 }))
    expect(useClosing.getState().now).toMatchObject({ id: '7', version: 4 })
  })

  test('what was written stays where the same record is opened again, and goes with it', () => {
    closing.open(aStop())
    closing.write('已劝离')
    closing.open(aStop(), false)
    expect(useClosing.getState().note).toBe('已劝离')
    closing.open(aStop({ id: '8' }))
    expect(useClosing.getState().note).toBe('')
    closing.closeOf('7')
    expect(useClosing.getState().known).toMatchObject({ id: '8' })
  })
})

describe('what became of it', () => {
  const present = aStop({ version: 2, status: 2, handleUser: '李强', handleTime: '2026-11-20 08:20:00' })

  test('says who was quicker, or that it is another one by now', () => {
    expect(meanwhile(aStop(), aStop())).toBeNull()
    expect(meanwhile(aStop(), aStop({ version: 2, nSpeed: 60 }))).toEqual({ kind: 'changed' })
    expect(meanwhile(aStop(), present)).toEqual({ kind: 'handled', user: '李强', time: '2026-11-20 08:20:00' })
  })

  test('a conflict carries the present record, another refusal none', () => {
    const refusal = (code: string, data: unknown) => new CallRefused('/saveZdTrafficStop', { code, msg: '', data })
    expect(quickerOne(refusal(codes.conflict.code, present))).toMatchObject({ version: 2, status: 2 })
    expect(quickerOne(refusal(codes.forbidden.code, present))).toBeNull()
    expect(quickerOne(refusal(codes.conflict.code, null))).toBeNull()
  })
})
