import type { Answer } from './gate-device.ts'

export interface Listed {
  readonly id: string
  readonly plate: string
  readonly list: 'allow' | 'block'
  readonly from: string
  readonly until: string
  readonly opens: boolean
}
/** The lists of a device, as somebody who stands before it sees them, and what it was told to change of them. */
export interface PlateLists {
  entries: Listed[]
  readonly changes: string[]
  readonly answer: Answer
}
const shown = ({ list, plate, opens }: Pick<Listed, 'list' | 'plate' | 'opens'>): string =>
  `${list}${opens ? '' : ' closed'} ${plate}`
export const on = ({ entries }: PlateLists): string[] => entries.map(shown).toSorted()
export const entry = (list: Listed['list'], plate: string, more: Partial<Listed> = {}): Listed => ({
  id: `own-${plate}`,
  plate,
  list,
  from: '2020-01-01 00:00:00',
  until: '2030-06-30 23:59:59',
  opens: true,
  ...more,
})
interface Options {
  readonly entries?: readonly Listed[]
  /** The words it takes; those it does not take it refuses, or says yes to and keeps nothing. */
  readonly words?: 'whiteList' | 'allowList'
  readonly strange?: 'refused' | 'ignored'
}

/** One entry a plate, which says on which list it is. A search finds plates that contain what is looked for. */
export const hikvisionLists = ({ entries = [], words = 'whiteList', strange = 'refused' }: Options = {}): PlateLists => {
  let made = 0
  const lists: PlateLists = {
    entries: [...entries],
    changes: [],
    answer: (response, { method, url, body }) => {
      const say = (statusCode: number): void =>
        void response.end(JSON.stringify({ statusCode, statusString: statusCode === 1 ? 'OK' : 'Invalid', subStatusCode: 'x' }))
      if (method === 'POST' && url === '/ISAPI/Traffic/channels/1/searchLPListAudit') {
        const plate = /<LicensePlate>([^<]+)</.exec(body)?.[1] ?? ''
        const found = lists.entries
          .filter((one) => one.plate.includes(plate))
          .map(
            (one) =>
              `<LicensePlateInfo><id>${one.id}</id><LicensePlate>${one.plate}</LicensePlate><type>${one.list === 'allow' ? 'whiteList' : 'blackList'}</type><createTime>${one.from.replace(' ', 'T')}+08:00</createTime><effectiveTime>${one.until.replace(' ', 'T')}+08:00</effectiveTime></LicensePlateInfo>`,
          )
        response.end(
          `<?xml version="1.0"?><LPListAuditSearchResult version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema"><LicensePlateInfoList>${found.join('')}</LicensePlateInfoList></LPListAuditSearchResult>`,
        )
      } else if (method === 'PUT' && url === '/ISAPI/Traffic/channels/1/licensePlateAuditData/record?format=json') {
        const [info] = (
          JSON.parse(body) as {
            LicensePlateInfoList: { LicensePlate: string; listType: string; effectiveStartDate: string; effectiveTime: string }[]
          }
        ).LicensePlateInfoList
        const list =
          info?.listType === words
            ? 'allow'
            : info?.listType === words.replace('white', 'black').replace('allow', 'block')
              ? 'block'
              : null
        if (!info || list === null) return say(strange === 'ignored' ? 1 : 6)
        made += 1
        const { LicensePlate: plate } = info
        const known = lists.entries.find((one) => one.plate === plate)
        const kept: Listed = {
          id: known?.id ?? String(made),
          plate,
          list,
          from: `${info.effectiveStartDate} 00:00:00`,
          until: info.effectiveTime.replace('T', ' '),
          opens: true,
        }
        lists.entries = [...lists.entries.filter((one) => one.plate !== plate), kept]
        lists.changes.push(shown(kept))
        say(1)
      } else if (method === 'PUT' && url === '/ISAPI/Traffic/channels/1/DelLicensePlateAuditData?format=json') {
        const { id: ids, deleteAllEnabled } = JSON.parse(body) as { id: string[]; deleteAllEnabled: boolean }
        const gone = lists.entries.filter(({ id }) => deleteAllEnabled || ids.includes(id))
        lists.changes.push(...gone.map((one) => `removed ${shown(one)}`))
        lists.entries = lists.entries.filter((one) => !gone.includes(one))
        say(1)
      } else response.writeHead(404).end()
    },
  }
  return lists
}

/** Two lists, each of which may have a plate. */
export const dahuaLists = ({ entries = [] }: Options = {}): PlateLists => {
  let made = 0
  const lists: PlateLists = {
    entries: [...entries],
    changes: [],
    answer: (response, { method, url }) => {
      const { pathname, searchParams: said } = new URL(url, 'http://gate')
      const list = ({ TrafficRedList: 'allow', TrafficBlackList: 'block' } as const)[said.get('name') ?? '']
      const part = (name: string): string => said.get(name) ?? ''
      if (method !== 'GET' || !list) return void response.writeHead(400).end('Error\r\nBad Request')
      const known = lists.entries.find((one) => one.list === list && one.id === part('recno'))
      if (pathname === '/cgi-bin/recordFinder.cgi' && part('action') === 'find') {
        const found = lists.entries.filter((one) => one.list === list && one.plate === part('condition.PlateNumber'))
        const lines = found.flatMap((one, at) => [
          `records[${at}].RecNo=${one.id}`,
          `records[${at}].PlateNumber=${one.plate}`,
          `records[${at}].BeginTime=${one.from}`,
          `records[${at}].CancelTime=${one.until}`,
          ...(list === 'allow' ? [`records[${at}].AuthorityList.OpenGate=${one.opens}`] : []),
        ])
        return void response.end([`totalCount=${found.length}`, `found=${found.length}`, ...lines, ''].join('\r\n'))
      }
      if (pathname !== '/cgi-bin/recordUpdater.cgi') return void response.writeHead(404).end()
      if (part('action') === 'remove') {
        if (!known) return void response.writeHead(400).end('Error')
        lists.entries = lists.entries.filter((one) => one !== known)
        lists.changes.push(`removed ${shown(known)}`)
        return void response.end('OK\r\n')
      }
      made += 1
      const kept: Listed = {
        id: known?.id ?? String(made),
        plate: part('PlateNumber'),
        list,
        from: part('BeginTime'),
        until: part('CancelTime'),
        opens: list === 'block' || part('AuthorityList.OpenGate') === 'true',
      }
      lists.entries = [...lists.entries.filter((one) => one !== known), kept]
      lists.changes.push(shown(kept))
      return void response.end(part('action') === 'insert' ? `RecNo=${kept.id}\r\n` : 'OK\r\n')
    },
  }
  return lists
}
