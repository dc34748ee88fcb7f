import { expect, it } from 'vitest'
import { targetFor } from './call-person.ts'

it('calls somebody by the helmet that he wears, and by no other', () => {
  const seen = [
    { deviceType: 'badge', userId: '7', sipId: '30001' },
    { deviceType: 'hat', userId: '8', sipId: '30002' },
    null,
    { deviceType: 'hat', userId: '7', sipId: '' },
    { deviceType: 'hat', userId: '7', sipId: '30003' },
  ] as const
  expect(targetFor({ id: '7', cname: '李' }, seen)).toEqual({ number: '30003', name: '李' })
  expect(targetFor({ id: '9', cname: '王' }, seen)).toBeNull()
})
