import { expect, it } from 'vitest'
import { z } from 'zod'
import { bodyFieldsOf } from '@vigil/contract/body-fields.ts'
import { domains } from '@vigil/contract/index.ts'
import type { Call } from '@vigil/contract/kernel/call.ts'
import { nounSavedBy } from '@vigil/contract/kernel/noun.ts'
import { isSentence, wrongValues } from '../../test/wrong-values.ts'
import { readWith } from './problems.ts'
import { Refusal } from './refusal.ts'

const calls = Object.values(domains).flatMap((domain) => Object.values<Call>(domain))

const refusalOf = (schema: z.ZodType, body: unknown, call: Call): Refusal | null => {
  try {
    readWith(schema, body, () => bodyFieldsOf(call))
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

it('of every field of every noun it is said in one sentence, in both languages, what is wrong with it', () => {
  const wrong = new Set<string>()
  const strange: string[] = []
  for (const call of calls) {
    const noun = nounSavedBy(call)
    for (const [name, field] of Object.entries(noun?.fields ?? {})) {
      const schema = z.object({ [name]: field.sent })
      for (const value of wrongValues) {
        const refusal = refusalOf(schema, { [name]: value }, call)
        if (!refusal) continue
        wrong.add(`${noun?.name} ${name}`)
        for (const language of ['zh', 'en'] as const)
          if (!isSentence(refusal.tell(language), field.label[language], language)) strange.push(refusal.tell(language))
      }
    }
  }
  expect([...new Set(strange)]).toEqual([])
  expect(wrong.size).toBeGreaterThan(150)
})

it('a body that is none, or is one of several, is named as people would', () => {
  const { updateAlarmList } = domains.alarms
  expect(refusalOf(updateAlarmList.body, 'all of them', updateAlarmList)?.tell('zh')).toBe('请求内容应为列表')
  expect(refusalOf(updateAlarmList.body, [{ id: 'x' }], updateAlarmList)?.tell('en')).toBe('ID no. 1 is not a valid ID')
  const { saveBsHat } = domains.devices
  expect(refusalOf(saveBsHat.body, 7, saveBsHat)?.tell('en')).toBe('The request has the wrong format')
})

it('of choices those are named that there are, of numbers both limits', () => {
  const { saveBsCamera } = domains.video
  const right = { name: '摄像机', gbDeviceId: '3'.repeat(20) }
  expect(refusalOf(saveBsCamera.body, { ...right, ptzType: 9 }, saveBsCamera)?.tell('zh')).toBe(
    '云台类型应为球机、半球、固定枪机或遥控枪机',
  )
  expect(refusalOf(saveBsCamera.body, { ...right, heading: 400 }, saveBsCamera)?.tell('en')).toBe(
    'Heading must be between 0 and 359.9',
  )
  expect(refusalOf(saveBsCamera.body, { ...right, deptId: 'kiln' }, saveBsCamera)?.tell('zh')).toBe('部门应从列表中选择')
  expect(refusalOf(saveBsCamera.body, { ...right, gbDeviceId: 5 }, saveBsCamera)?.tell('zh')).toBe('国标编码应为文字')
})
