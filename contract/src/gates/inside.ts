import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { id, time } from '../kernel/shapes.ts'

export const insideKind = enumeration({
  person: { code: 'person', zh: '人员', en: 'Person' },
  visitor: { code: 'visitor', zh: '访客', en: 'Visitor' },
  vehicle: { code: 'vehicle', zh: '车辆', en: 'Vehicle' },
})
/** What of somebody does not fit together. */
export const insideMismatch = enumeration({
  noTag: { code: 'noTag', zh: '进厂未带标签', en: 'Entered without a tag' },
  noEntry: { code: 'noEntry', zh: '标签在厂，无进厂记录', en: 'Tag inside without an entry' },
  twiceIn: { code: 'twiceIn', zh: '连续两次进厂', en: 'Entered twice' },
  outWithoutIn: { code: 'outWithoutIn', zh: '出厂无进厂记录', en: 'Left without an entry' },
})

/** One person, visitor or vehicle; each stands in the list once. */
export const insideEntry = z
  .object({
    /** Names him for a correction. */
    key: z.string(),
    kind: insideKind.schema,
    /** False of one who is listed for what does not fit alone: he left. */
    isInside: z.boolean(),
    name: z.string(),
    /** Work number, or plate of a vehicle. */
    number: z.string(),
    /** Of a person whom the site knows. */
    personId: id.nullable(),
    visitId: id.nullable(),
    deptId: id.nullable(),
    deptName: z.string(),
    /** People that he stands for: a visitor with those who came with him, 0 of a vehicle. */
    headcount: z.number().int().min(0),
    /** When he last passed, and where; null and empty of one known by his tag alone. */
    since: time.nullable(),
    gateName: z.string(),
    /** Of the helmet or badge heard last of him; empty and null where none was. */
    tagNo: z.string(),
    tagHeard: time.nullable(),
    mismatches: z.array(insideMismatch.schema),
    /** Until his next passage somebody's word counts; null where nobody said otherwise. */
    correction: z.object({ reason: z.string(), by: z.string(), at: time }).nullable(),
    /** Of what is corrected: grows with each change. */
    version: z.number().int().min(0),
  })
  .meta({ id: 'InsideEntry' })
export type InsideEntry = z.output<typeof insideEntry>

export const nowInside = z
  .object({
    list: z.array(insideEntry),
    /** Who is inside: people without visitors, visitors with those who came with them, vehicles. */
    people: z.number().int(),
    visitors: z.number().int(),
    vehicles: z.number().int(),
    /** Entries of which something does not fit. */
    mismatches: z.number().int(),
    /** Left out where there are too many for one list: first vehicles, then people of whom the site has no record. */
    more: z.number().int().min(0),
  })
  .meta({ id: 'NowInside' })
export type NowInside = z.output<typeof nowInside>
