import { describe, expect, it } from 'vitest'
import { hazardCalls } from '../hazards/calls.ts'
import { deviceCalls } from '../devices/calls.ts'
import { accountCalls } from '../accounts/calls.ts'
import { domains } from '../index.ts'
import type { Calls } from './call.ts'
import { callsThatShow, everyListing, needsToSee } from './listings.ts'
import { nounSavedBy } from './noun.ts'

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

  it('is known of every noun that can be saved, so that somebody follows it', () => {
    const nouns = Object.values<Calls>(domains).flatMap((calls) =>
      Object.values(calls).flatMap((call) => nounSavedBy(call) ?? []),
    )
    expect(nouns.length).toBeGreaterThan(20)
    expect(nouns.filter(({ name }) => needsToSee(name).length === 0).map(({ name }) => name)).toEqual([])
  })
})
