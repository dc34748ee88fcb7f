import { barrierGates } from '../equipment.ts'
import type { Login } from '../links/digest.ts'

export type ListName = 'allow' | 'block'
interface Entry {
  readonly id: string
  readonly plate: string
  readonly list: ListName
  readonly from: string
  readonly until: string
  readonly opens: boolean
}
/** A request about a list: whose login it takes, and what is answered once that is shown. */
interface Meant {
  readonly login: Login | undefined
  readonly carryOut: () => string
}
export interface GateLists {
  /** Null for what is about no list. `userName` is who asks: of gates that no path tells apart each knows its own. */
  readonly meantBy: (method: string, url: string, body: string, userName: string) => Meant | null
  /** The plates on the lists of a gate, each with its list before it. */
  readonly of: (name: string) => readonly string[]
}

const taken = '{"statusCode":1,"statusString":"OK"}'
const notTaken = '{"statusCode":6,"statusString":"Invalid Content","subStatusCode":"badParameters"}'
const told = { allow: 'whiteList', block: 'blackList' } as const
const listCalled: Readonly<Record<string, ListName>> = {
  whiteList: 'allow',
  blackList: 'block',
  TrafficRedList: 'allow',
  TrafficBlackList: 'block',
}

const infoOf = ({ id, plate, list, from, until }: Entry): string =>
  `<LicensePlateInfo><id>${id}</id><LicensePlate>${plate}</LicensePlate><type>${told[list]}</type><createTime>${from}</createTime><effectiveTime>${until}</effectiveTime></LicensePlateInfo>`

interface PlateInfo {
  readonly LicensePlate: string
  readonly listType: string
  readonly effectiveStartDate: string
  readonly effectiveTime: string
}

/** The plates that barriers of both makes list themselves, read and changed by the requests of each. */
export const createGateLists = (loginOf: (name: string) => Login | undefined): GateLists => {
  const kept = new Map<string, readonly Entry[]>()
  let made = 0
  const at = (name: string): readonly Entry[] => kept.get(name) ?? []
  const put = (name: string, without: readonly Entry[], entry: Omit<Entry, 'id'>, id: string | undefined): string => {
    made += 1
    const own = id ?? String(made)
    kept.set(name, [...at(name).filter((one) => !without.includes(one)), { ...entry, id: own }])
    return own
  }

  const hikvision = (name: string, what: string, body: string): string => {
    if (what === 'searchLPListAudit') {
      const plate = /<LicensePlate>([^<]+)</.exec(body)?.[1] ?? ''
      const found = at(name).filter((entry) => entry.plate.includes(plate))
      return `<LPListAuditSearchResult><LicensePlateInfoList>${found.map(infoOf).join('')}</LicensePlateInfoList></LPListAuditSearchResult>`
    }
    const said = JSON.parse(body) as { readonly LicensePlateInfoList?: readonly PlateInfo[]; readonly id?: readonly string[] }
    if (what === 'DelLicensePlateAuditData') {
      kept.set(
        name,
        at(name).filter(({ id }) => said.id?.includes(id) !== true),
      )
      return taken
    }
    for (const { LicensePlate: plate, listType, effectiveStartDate: from, effectiveTime: until } of said.LicensePlateInfoList ??
      []) {
      const list = listCalled[listType]
      if (!list) return notTaken
      const known = at(name).filter((entry) => entry.plate === plate)
      put(name, known, { plate, list, from: `${from}T00:00:00`, until, opens: true }, known[0]?.id)
    }
    return taken
  }

  const dahua = (name: string, list: ListName, { pathname, searchParams }: URL): string => {
    const part = (key: string): string => searchParams.get(key) ?? ''
    const own = at(name).filter((entry) => entry.list === list)
    if (pathname === '/cgi-bin/recordFinder.cgi') {
      const found = own.filter(({ plate }) => plate === part('condition.PlateNumber'))
      const lines = found.flatMap(({ id, plate, from, until, opens }, index) =>
        [
          `RecNo=${id}`,
          `PlateNumber=${plate}`,
          `BeginTime=${from}`,
          `CancelTime=${until}`,
          ...(list === 'allow' ? [`AuthorityList.OpenGate=${opens}`] : []),
        ].map((line) => `records[${index}].${line}`),
      )
      return [`totalCount=${found.length}`, `found=${found.length}`, ...lines, ''].join('\r\n')
    }
    const known = own.filter(({ id }) => id === part('recno'))
    if (part('action') === 'remove') {
      kept.set(
        name,
        at(name).filter((entry) => !known.includes(entry)),
      )
      return known.length > 0 ? 'OK\r\n' : 'Error\r\n'
    }
    const opens = list === 'block' || part('AuthorityList.OpenGate') === 'true'
    const entry = { plate: part('PlateNumber'), list, from: part('BeginTime'), until: part('CancelTime'), opens }
    return `RecNo=${put(name, known, entry, known[0]?.id)}\r\n`
  }

  return {
    of: (name) => at(name).map(({ list, plate }) => `${list} ${plate}`),
    meantBy: (method, url, body, userName) => {
      const address = new URL(url, 'http://gate')
      const asked = `${method} ${address.pathname}`
      const path =
        /^(?:POST|PUT) \/ISAPI\/Traffic\/channels\/(\d+)\/(searchLPListAudit|licensePlateAuditData\/record|DelLicensePlateAuditData)$/.exec(
          asked,
        )
      const gate = barrierGates[Number(path?.[1]) - 1]
      if (path && gate?.make === 'hikvision' && gate.kind === 'vehicle')
        return { login: loginOf(gate.name), carryOut: () => hikvision(gate.name, path[2] ?? '', body) }
      const list = listCalled[address.searchParams.get('name') ?? '']
      if (!/^GET \/cgi-bin\/record(?:Finder|Updater)\.cgi$/.test(asked) || !list) return null
      const own = barrierGates.find(({ name, make }) => make === 'dahua' && loginOf(name)?.userName === userName)
      return { login: own && loginOf(own.name), carryOut: () => (own ? dahua(own.name, list, address) : '') }
    },
  }
}
