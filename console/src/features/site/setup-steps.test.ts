import { describe, expect, it } from 'vitest'
import { stepsOf, type SiteFacts } from './setup-steps.ts'

const empty: SiteFacts = { siteVersion: 1, features: 0, depts: 0, people: 1, devices: 0, keys: 0, online: 0 }
const left = (facts: Partial<SiteFacts>): readonly string[] =>
  stepsOf({ ...empty, ...facts })
    .filter(({ done }) => !done)
    .map(({ name }) => name)

describe('the way from an empty site to one in use', () => {
  it('begins with everything but the first administrator', () => {
    expect(left({})).toEqual(['site', 'map', 'depts', 'staff', 'equipment', 'reporting'])
  })

  it('takes each step from the data, and ends', () => {
    expect(left({ siteVersion: 2 })).not.toContain('site')
    expect(left({ features: 1 })).not.toContain('map')
    expect(left({ depts: 1 })).not.toContain('depts')
    expect(left({ people: 2 })).not.toContain('staff')
    expect(left({ devices: 1 })).not.toContain('equipment')
    expect(left({ keys: 1 })).not.toContain('reporting')
    expect(left({ siteVersion: 2, features: 1, depts: 1, people: 2, devices: 1, keys: 1 })).toEqual([])
  })

  it('takes devices that are heard for ones that have a key, whoever gave it', () => {
    expect(left({ online: 1 })).not.toContain('reporting')
  })

  it('does not count the first administrator as people who were imported', () => {
    expect(stepsOf(empty).find(({ name }) => name === 'staff')?.count).toEqual(['people', 0])
  })
})
