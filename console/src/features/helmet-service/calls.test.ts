import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import { readFromHelmetService } from '@vigil/contract/telephony/helmet-service.ts'
import { beforeEach, expect, it } from 'vitest'
import { helmetCalls, isAlarmOf, useHelmetCalls } from '../../shared/calling/helmet-calls.ts'
import { openAlarms } from '../../shared/live/alarms.ts'
import { callOf, followCalls, isOver } from './calls.ts'

const heard = (message: unknown) => {
  const read = readFromHelmetService(JSON.stringify(message))
  return read && callOf(read, Date.now())
}
const told = { user_info: { device_id: '100', real_name: '陈国强', user_name: 'chen', department: '煤磨', sip_id: '3100' } }
const push = (message: unknown): void => {
  const call = heard(message)
  if (call) helmetCalls.add(call)
}
const sos = { ...blankAlarm, alarmType: alarmType.code.sos, deviceId: '100' }
const calls = () => useHelmetCalls.getState().calls

beforeEach(() => {
  openAlarms.clear()
  helmetCalls.clear()
})

it('reads who calls for help, and takes nothing else for a call', () => {
  expect(heard({ cmd: 'server_push_sos', sos_type: 7, data: told })).toMatchObject({
    deviceId: '100',
    alarmType: alarmType.code.sos,
    name: '陈国强',
    deptName: '煤磨',
    sipId: '3100',
    roomId: null,
  })
  expect(heard({ cmd: 'server_push_sos', sos_type: '6', data: told })?.alarmType).toBe(alarmType.code.silent)
  expect(heard({ cmd: 'server_push_ca_sip_sos', room_id: '5', ca_info: told })?.roomId).toBe('5')
  for (const no of [
    { cmd: 'server_push_sos', sos_type: '3', data: told },
    { cmd: 'server_push_sos', sos_type: '1', data: told },
    { cmd: 'server_push_sos', sos_type: '7', data: null },
    { cmd: 'server_push_ca_sip_sos', room_id: '5', ca_info: { user_info: {} } },
    { cmd: 'ma_sending_message', status: true },
  ])
    expect(heard(no)).toBeNull()
})

it('takes the two messages of one press for one call, into its room, in either order', () => {
  push({ cmd: 'server_push_sos', sos_type: 7, data: told })
  push({ cmd: 'server_push_ca_sip_sos', room_id: '5', ca_info: told })
  push({ cmd: 'server_push_sos', sos_type: 7, data: told })
  expect(calls()).toMatchObject([{ deviceId: '100', roomId: '5' }])
  expect(calls().every((call) => isAlarmOf(call, sos))).toBe(true)
  expect(calls().some((call) => isAlarmOf(call, { ...sos, deviceType: 'badge' }))).toBe(false)
})

it('ends a call once somebody, here or elsewhere, has taken its alarm up, and none before its alarm is known', () => {
  const end = followCalls()
  push({ cmd: 'server_push_ca_sip_sos', room_id: '5', ca_info: told })
  openAlarms.takeList([], 1)
  expect(calls()).toHaveLength(1)
  openAlarms.take(sos, 2)
  openAlarms.take({ ...sos, count: 2, version: 2 }, 3)
  expect(calls()).toHaveLength(1)
  openAlarms.take({ ...sos, status: 1, version: 3 }, 4)
  expect(calls()).toEqual([])
  // It presses again while somebody has it in hand: it calls until the alarm is closed.
  push({ cmd: 'server_push_ca_sip_sos', room_id: '6', ca_info: told })
  openAlarms.take({ ...sos, status: 1, version: 4 }, 5)
  expect(calls()).toMatchObject([{ roomId: '6' }])
  openAlarms.take({ ...sos, status: 2, version: 5 }, 6)
  expect(calls()).toEqual([])
  push({ cmd: 'server_push_ca_sip_sos', room_id: '7', ca_info: told })
  end()
  expect(calls()).toEqual([])
})

it('knows no end of what it has not seen begin', () => {
  expect(isOver(undefined, undefined)).toBe(false)
  expect(isOver(sos, undefined)).toBe(true)
})
