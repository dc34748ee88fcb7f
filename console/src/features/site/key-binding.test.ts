import { expect, it } from 'vitest'
import { bindingOf, missingIn, nothingChosen, type Choice } from './key-binding.ts'

const chosen = (over: Partial<Choice>): Choice => ({ ...nothingChosen, ...over })

it.each([
  ['missingWay', nothingChosen, true],
  ['missingSome', chosen({ way: 'some' }), true],
  ['missingDepts', chosen({ way: 'some', deviceTypes: ['hat'] }), false],
  ['missingGateway', chosen({ way: 'gateway', deptIds: ['7'] }), false],
  ['missingDepts', chosen({ way: 'gateway', gatewayId: '3' }), false],
  ['missingNumber', chosen({ way: 'device', deviceId: ' ' }), true],
  ['missingWay', chosen({ way: 'site' }), false],
] as const)('asks for %s, and binds nothing before it is there', (missing, choice, wholeSite) => {
  expect(missingIn(choice, wholeSite)).toBe(missing)
  expect(bindingOf(choice, wholeSite)).toBeNull()
})

const none = { deviceTypes: [], deptIds: [], gatewayId: null, device: null }
it.each([
  [{ ...none, deviceTypes: ['hat'] }, chosen({ way: 'some', deviceTypes: ['hat'], gatewayId: '3' }), true],
  [{ ...none, deptIds: ['7'] }, chosen({ way: 'some', deptIds: ['7'], deviceId: '864' }), false],
  [{ ...none, gatewayId: '3' }, chosen({ way: 'gateway', gatewayId: '3', deviceTypes: ['hat'] }), true],
  [{ ...none, device: { deviceType: 'hat', deviceId: '864' } }, chosen({ way: 'device', deviceId: ' 864 ' }), false],
  [none, chosen({ way: 'site', deptIds: ['7'] }), true],
] as const)('holds for %j, and for nothing that another way said', (binding, choice, wholeSite) => {
  expect(missingIn(choice, wholeSite)).toBeNull()
  expect(bindingOf(choice, wholeSite)).toEqual(binding)
})
