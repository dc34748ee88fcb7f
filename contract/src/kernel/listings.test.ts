import { describe, expect, it } from 'vitest'
import { hazardCalls } from '../hazards/calls.ts'
import { deviceCalls } from '../devices/calls.ts'
import { accountCalls } from '../accounts/calls.ts'
import { domains } from '../index.ts'
import { positionCalls } from '../positions/calls.ts'
import type { Calls } from './call.ts'
import { callsThatShow, everyListing, kindListedBy, needsToSee } from './listings.ts'
import { nounSavedBy } from './noun.ts'

/** Of calls that list or count without a kind, why nobody has to follow what others save. */
const unfollowed: Readonly<Record<string, string>> = {
  listOwnSessions: 'sessions are no records; their screen shows those that are there when it is opened',
  listRealGpsAll: 'places come live, as frames',
  listHisGpsByDevId: 'a track is what was, and looking it up stands in the system log',
  listHisTracks: 'a track is what was, and looking it up stands in the system log',
  listHisInside: 'as a track',
  listHisRewind: 'as a track',
  listAlarmHandler: 'it is asked for whenever somebody is chosen',
  listRealAlarmData: 'each alarm comes live, as an event',
  listUnHandleCount: 'each alarm comes live, as an event',
  listSheetNounAll: 'it follows from the contract and the rights of who asks',
  listSysLogByCondition: 'every save writes a row: what somebody reads would move away under his eyes, and again with each look',
  listSysLogCountByCondition: 'as the log',
  listGatewayAll: 'connections are no records, and their screen asks again and again',
}

describe('which calls show which records', () => {
  it('follows from what a list answers, and from the names that its records bear', () => {
    const [ofFences, ofPeople] = [callsThatShow(['fence']), callsThatShow(['user'])]
    expect(ofFences).toContain(hazardCalls.listBsDangAreaAll)
    expect(ofFences).toContain(hazardCalls.listBsDangAreaByDeptId)
    expect(ofFences).not.toContain(deviceCalls.listBsHatAll)
    // A helmet shows who wears it, a role by how many it is held.
    expect(ofPeople).toEqual(
      expect.arrayContaining([accountCalls.listUserByDeptId, deviceCalls.listBsHatAll, accountCalls.getAllRoles]),
    )
    expect(everyListing()).toEqual(expect.arrayContaining(ofPeople))
  })

  it('follows devices where those are listed that have no record yet', () => {
    for (const kind of ['hat', 'badge', 'car']) expect(callsThatShow([kind])).toContain(deviceCalls.listUnknownDeviceAll)
    expect(needsToSee('hat')).not.toContain(deviceCalls.listUnknownDeviceAll.needs)
  })

  it('is known of every call that lists or counts, or why nobody has to follow it', () => {
    const unknown = Object.values<Calls>(domains)
      .flatMap((calls) => Object.entries(calls))
      .filter(([name, call]) => /^(list|count)/.test(name) && call.planned !== true && kindListedBy(call) === null)
    expect(unknown.map(([name]) => name).toSorted()).toEqual(Object.keys(unfollowed).toSorted())
  })

  it('follows devices and their wearers where it is told who wore what', () => {
    for (const kind of ['hat', 'badge', 'car', 'user'])
      expect(callsThatShow([kind])).toContain(deviceCalls.listBindingByCondition)
    for (const kind of ['hat', 'badge', 'car']) expect(callsThatShow([kind])).toContain(positionCalls.listOnlineStaNumber)
    // That somebody sees those does not let him see a person, or a helmet.
    expect(needsToSee('user')).not.toContain(deviceCalls.listBindingByCondition.needs)
    expect(needsToSee('hat')).not.toContain(positionCalls.listOnlineStaNumber.needs)
  })

  it('is known of every noun that can be saved, so that somebody follows it', () => {
    const nouns = Object.values<Calls>(domains).flatMap((calls) =>
      Object.values(calls).flatMap((call) => nounSavedBy(call) ?? []),
    )
    expect(nouns.length).toBeGreaterThan(20)
    expect(nouns.filter(({ name }) => needsToSee(name).length === 0).map(({ name }) => name)).toEqual([])
  })
})
