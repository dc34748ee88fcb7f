import type { GateControl } from '@vigil/contract/gatecontrol/entities.ts'
import { plateForm } from '@vigil/contract/devices/plate.ts'
import type { Asked, Told } from './ask-device.ts'
import type { List, Wanted } from './lists.rules.ts'
import { inXml } from './makes.ts'

/** Pure: how the plate lists of each make's devices are read and changed, one plate at a time. */

/** An entry as a device tells it. */
export interface Entry {
  readonly list: List
  /** By which the device knows it. */
  readonly id: string
  /** Its times, `YYYY-MM-DD hh:mm:ss` by the device's clock; empty where it tells none. */
  readonly from: string
  readonly until: string
  /** False for one on the allow list to which the gate does not open. */
  readonly opens: boolean
}

/** What is to become of a plate, and what is known of it. */
export interface Aim {
  readonly plate: string
  readonly channel: number
  /** Null: the site no longer wants it on a list. */
  readonly wanted: Wanted | null
  /** On which lists the site put it. */
  readonly mine: readonly List[]
  /** What somebody else had allowed, and the site set aside. */
  readonly found: Entry | null
  readonly seen: readonly Entry[]
  /** Now, `YYYY-MM-DD hh:mm:ss` of the site. */
  readonly now: string
}

interface ListMake {
  /** How often a change may be tried: models differ in the words they take, and some take wrong ones without keeping anything. */
  readonly ways: number
  readonly look: (plate: string, channel: number) => readonly Asked[]
  /** Null where that is no list, or one of which not all is told. */
  readonly seen: (plate: string, told: readonly Told[]) => readonly Entry[] | null
  readonly changes: (aim: Aim, way: number) => readonly Asked[]
}

const first = '2000-01-01 00:00:00'
const last = '2037-12-31 23:59:59'
interface Times {
  readonly from: string
  readonly until: string
}
const timesOf = ({ from, until }: Wanted): Times => ({
  from: from === '' ? first : `${from} 00:00:00`,
  until: until === '' ? last : `${until} 23:59:59`,
})
const timesAsFound = ({ from, until }: Entry): Times => ({ from: from || first, until: until || last })
const onList = (seen: readonly Entry[], list: List): Entry | undefined => seen.find((entry) => entry.list === list)

const read: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const fromXml = (text: string): string => text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => read[name] ?? '')

const atMost = 50
const elementIn = (text: string, name: string): string =>
  fromXml(new RegExp(`<(?:\\w+:)?${name}>\\s*([^<]*?)\\s*<`).exec(text)?.[1] ?? '')
/** Without its offset: what is written goes by the device's clock, as what it tells does. */
const plainTime = (time: string): string => /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)/.exec(time)?.slice(1).join(' ') ?? ''

/**
 * Hikvision keeps one entry for a plate, which says on which list it is: one with another list takes the place of the first. Models differ in
 * whether they take `whiteList` or `allowList`, while they tell `whiteList`; in what their ids are, which is why an entry is looked for before it
 * is removed; and in whether a search by plate also finds plates that contain it, which is why what is found is compared. Public accounts of
 * devices agree on so much; no list of which model does what is public.
 */
const hikvision: ListMake = {
  ways: 2,
  look: (plate, channel) => [
    {
      method: 'POST',
      path: `/ISAPI/Traffic/channels/${channel}/searchLPListAudit`,
      body: {
        type: 'application/xml; charset=utf-8',
        text: `<?xml version="1.0" encoding="UTF-8"?><LPListAuditSearchDescription><searchID>1</searchID><searchResultPosition>0</searchResultPosition><maxResults>${atMost}</maxResults><LicensePlate>${inXml(plate)}</LicensePlate></LPListAuditSearchDescription>`,
      },
    },
  ],
  seen: (plate, [told]) => {
    if (told?.status !== 200 || !/<(?:\w+:)?LPListAuditSearchResult\b/.test(told.text)) return null
    const all = [...told.text.matchAll(/<(?:\w+:)?LicensePlateInfo>(.*?)<\/(?:\w+:)?LicensePlateInfo>/gs)].map(
      ([, part = '']) => part,
    )
    const own = all.filter((part) => plateForm(elementIn(part, 'LicensePlate')) === plate)
    if (own.length === 0 && all.length >= atMost) return null
    return own.map((part) => ({
      list: /^(?:black|block)/i.test(elementIn(part, 'type') || elementIn(part, 'listType')) ? 'block' : 'allow',
      id: elementIn(part, 'id'),
      from: plainTime(elementIn(part, 'createTime')),
      until: plainTime(elementIn(part, 'effectiveTime')),
      opens: true,
    }))
  },
  changes: ({ plate, channel, wanted, mine, found, seen, now }, way) => {
    const [entry] = seen
    const put = (list: List, { from, until }: Times): Asked => {
      const word = way === 0 ? { allow: 'whiteList', block: 'blackList' } : { allow: 'allowList', block: 'blockList' }
      const info = {
        LicensePlate: plate,
        listType: word[list],
        createTime: now.replace(' ', 'T'),
        effectiveStartDate: from.slice(0, 10),
        effectiveTime: until.replace(' ', 'T'),
        id: entry?.id ?? '',
        operationType: entry ? 'modify' : 'add',
      }
      return json(channel, 'licensePlateAuditData/record', { LicensePlateInfoList: [info] })
    }
    if (wanted?.list === 'block') return [put('block', timesOf(wanted))]
    if (found) return [put('allow', timesAsFound(found))]
    if (wanted) return [put('allow', timesOf(wanted))]
    return entry && mine.includes(entry.list)
      ? [json(channel, 'DelLicensePlateAuditData', { id: [entry.id], deleteAllEnabled: false })]
      : []
  },
}
const json = (channel: number, what: string, body: unknown): Asked => ({
  method: 'PUT',
  path: `/ISAPI/Traffic/channels/${channel}/${what}?format=json`,
  body: { type: 'application/json; charset=utf-8', text: JSON.stringify(body) },
})

const dahuaNames = { allow: 'TrafficRedList', block: 'TrafficBlackList' } as const
const dahuaPath = (program: string, action: string, list: List, more: Readonly<Record<string, string>>): Asked => ({
  method: 'GET',
  path: `/cgi-bin/${program}.cgi?action=${action}&name=${dahuaNames[list]}${Object.entries(more)
    .map(([key, value]) => `&${key}=${encodeURIComponent(value)}`)
    .join('')}`,
})

/**
 * Dahua keeps two lists, of the vehicles that it opens to and of those that it does not. Which of them wins is nowhere said: what is barred is
 * therefore on the block list alone, and what somebody else allowed stays, but does not open meanwhile. Some firmware ignores the condition of a
 * search and tells the first records: one of which not all can be seen is no answer.
 */
const dahua: ListMake = {
  ways: 1,
  look: (plate) =>
    (['allow', 'block'] as const).map((list) =>
      dahuaPath('recordFinder', 'find', list, { 'condition.PlateNumber': plate, count: String(atMost) }),
    ),
  seen: (plate, told) => {
    const entries: Entry[] = []
    for (const [at, list] of (['allow', 'block'] as const).entries()) {
      const { status, text } = told[at] ?? { status: 0, text: '' }
      if (status !== 200 || !/^\s*(?:found|totalCount)=\d+/m.test(text)) return null
      const records = new Map<string, Map<string, string>>()
      for (const [, record = '', key = '', value = ''] of text.matchAll(/^records\[(\d+)\]\.([\w.]+)=(.*?)\s*$/gm))
        records.set(record, (records.get(record) ?? new Map<string, string>()).set(key, value))
      const own = [...records.values()].filter((record) => plateForm(record.get('PlateNumber') ?? '') === plate)
      if (own.length === 0 && records.size >= atMost) return null
      entries.push(
        ...own.map((record) => ({
          list,
          id: record.get('RecNo') ?? '',
          from: plainTime(record.get('BeginTime') ?? ''),
          until: plainTime(record.get('CancelTime') ?? ''),
          opens: record.get('AuthorityList.OpenGate') !== 'false',
        })),
      )
    }
    return entries
  },
  changes: ({ plate, wanted, mine, found, seen }) => {
    const [allowed, blocked] = [onList(seen, 'allow'), onList(seen, 'block')]
    const put = (list: List, { from, until }: Times, entry: Entry | undefined, opens: boolean): Asked =>
      dahuaPath('recordUpdater', entry ? 'update' : 'insert', list, {
        ...(entry ? { recno: entry.id } : {}),
        PlateNumber: plate,
        BeginTime: from,
        CancelTime: until,
        ...(list === 'allow' ? { 'AuthorityList.OpenGate': String(opens) } : {}),
      })
    const take = (entry: Entry): Asked => dahuaPath('recordUpdater', 'remove', entry.list, { recno: entry.id })
    if (wanted?.list === 'block')
      return [
        ...(blocked ? [] : [put('block', timesOf(wanted), undefined, true)]),
        ...(allowed && mine.includes('allow') ? [take(allowed)] : []),
        ...(allowed?.opens && !mine.includes('allow') ? [put('allow', timesAsFound(allowed), allowed, false)] : []),
      ]
    const own = blocked && mine.includes('block') ? [take(blocked)] : []
    if (found && allowed) return [...own, put('allow', timesAsFound(found), allowed, true)]
    if (wanted) return [...own, put('allow', timesOf(wanted), allowed, true)]
    return [...own, ...(allowed && mine.includes('allow') ? [take(allowed)] : [])]
  },
}

export const listMakes: Readonly<Record<GateControl['make'], ListMake>> = { hikvision, dahua }
