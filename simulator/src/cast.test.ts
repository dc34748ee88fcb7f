import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { permissions } from '@vigil/contract/menu/routes.ts'
import { expect, test } from 'vitest'
import {
  cast,
  chenGuoqiang,
  liuDeming,
  liZhiwei,
  maChanglin,
  onShift,
  speedingTruck,
  wangJianguo,
  wuXiaojun,
  zhangHaitao,
} from './cast.ts'
import { insideRing } from './world/geometry.ts'
import { toLngLat } from './world/plan.ts'

const unique = (list: readonly unknown[]): boolean => new Set(list).size === list.length

test('there are as many people and devices as the plant is known to have', () => {
  expect(cast.helmets).toHaveLength(212)
  expect(cast.badges).toHaveLength(108)
  expect(cast.cars).toHaveLength(60)
  expect(cast.people.filter(({ kind, department }) => kind === 'contractor' && department !== '捷运物流')).toHaveLength(44)
  expect(cast.people.length).toBeGreaterThanOrEqual(300)
  expect(cast.helmets.filter((device) => device.onShift)).toHaveLength(onShift.hats)
  expect(cast.badges.filter((device) => device.onShift)).toHaveLength(onShift.badges)
  expect(cast.cars.filter((device) => device.onShift)).toHaveLength(onShift.cars)
})

test('nothing that must be unique is there twice, and every reference leads somewhere', () => {
  const workNums = cast.people.map(({ workNum }) => workNum)
  const names = cast.departments.map(({ name }) => name)
  const areas = cast.areas.map(({ name }) => name)
  expect(unique(workNums)).toBe(true)
  expect(unique(cast.people.map(({ name }) => name))).toBe(true)
  expect(unique(names)).toBe(true)
  expect(unique(areas)).toBe(true)
  expect(unique(cast.cars.map(({ plateNumber }) => plateNumber))).toBe(true)
  const wearers = [...cast.helmets, ...cast.badges].flatMap(({ wearer }) => wearer ?? [])
  expect(unique(wearers)).toBe(true)
  for (const wearer of wearers) expect(workNums).toContain(wearer)
  for (const { department } of [...cast.people, ...cast.helmets, ...cast.badges, ...cast.cars, ...cast.areas]) {
    expect(names).toContain(department)
  }
  for (const { driver } of cast.cars) expect(workNums).toContain(driver)
  for (const { name, leader, phone } of cast.departments) {
    expect(
      cast.people.some((person) => person.name === leader),
      name,
    ).toBe(true)
    expect(phone).toMatch(/^0553-\d{7}$/)
  }
  for (const { area } of cast.fences) if (area !== null) expect(areas).toContain(area)
})

test('the devices and people that others call by name are who they are', () => {
  for (const { name, workNum, hatNo, imei } of [chenGuoqiang, liZhiwei, maChanglin, liuDeming, wuXiaojun]) {
    expect(cast.people.find((person) => person.workNum === workNum)?.name).toBe(name)
    expect(cast.helmets.find((helmet) => helmet.hatNo === hatNo)).toMatchObject({ imei, wearer: workNum, onShift: true })
  }
  for (const { name, workNum, userName } of [wangJianguo, zhangHaitao]) {
    expect(cast.people.find((person) => person.workNum === workNum)).toMatchObject({ name, userName })
  }
  expect(cast.cars.find(({ plateNumber }) => plateNumber === speedingTruck.plateNumber)).toMatchObject({
    terminalNo: speedingTruck.terminalNo,
    onShift: true,
  })
})

test('everything fits the contract', () => {
  for (const { hatNo, imei, sipId, mobile, model, enable } of cast.helmets) {
    expect(imei).toMatch(/^\d{15}$/)
    deviceCalls.saveBsHat.body.parse({ hatNo, imei, sipId, mobile, model, enable })
  }
  for (const { badgeNo, devEui } of cast.badges) {
    expect(devEui).toMatch(/^[0-9a-f]{16}$/)
    deviceCalls.saveBsBadge.body.parse({ badgeNo, devEui })
  }
  for (const { plateNumber, terminalNo, carType, plateColor, carUse, owner, mobile } of cast.cars) {
    expect(terminalNo).toMatch(/^\d{12}$/)
    expect(plateNumber).toMatch(/^皖[A-Z]·[A-Z0-9]{5}$/)
    deviceCalls.saveBsCar.body.parse({ plateNumber, terminalNo, carType, plateColor, carUse, owner, mobile })
    for (const word of [carUse, owner, mobile]) expect(word).not.toBe('')
  }
  for (const { name, workNum, userName, kind, post, mobile } of cast.people) {
    accountCalls.saveUser.body.parse({ cname: name, workNum, userName, kind, post, mobile })
  }
  for (const role of cast.roles) {
    for (const permission of role.permissions) expect(permissions).toContain(permission)
    expect(unique(role.permissions)).toBe(true)
  }
  // Whom alarms go on to is a person who is shown them, may handle them, and hands his shift over.
  for (const workNum of cast.dutyRoster) {
    const names = cast.people.find((person) => person.workNum === workNum)?.roles ?? []
    const may = cast.roles.filter(({ name }) => names.includes(name)).flatMap(({ permissions: own }) => own)
    expect(may).toEqual(expect.arrayContaining(['alarmRealMgmt', 'alarm:handle', 'shiftHandoverMgmt', 'shiftHandoverMgmt:edit']))
  }
  expect(cast.dutyRoster).not.toEqual([])
  for (const { name, code, ring, equipCode, riskLevel, maxCount, responsible } of cast.areas) {
    hazardCalls.saveBsHazardArea.body.parse({
      name,
      code,
      points: ring.map(toLngLat),
      equipCode,
      riskLevel,
      maxCount,
      responsible,
    })
  }
  for (const { name, level, shape, points, radius, halfWidth, deviceTypes, remark } of cast.fences) {
    hazardCalls.saveBsDangArea.body.parse({
      name,
      type: 'noEntry',
      level,
      shape,
      points: points.map(toLngLat),
      radius,
      halfWidth,
      deviceTypes,
      remark,
    })
  }
})

test('no two areas overlap, so that nobody counts in two of them', () => {
  // Half a metre off whole ones, where borders lie that two areas share.
  for (let x = 340.5; x < 1380; x += 2) {
    for (let y = 100.5; y < 860; y += 2) {
      const names = cast.areas.flatMap(({ name, ring }) => (insideRing([x, y], ring) ? [name] : []))
      if (names.length > 1) throw new Error(`${names.join(' and ')} overlap at ${x}, ${y}`)
    }
  }
})
