import { enumeration } from '../kernel/enumeration.ts'

/** Which way a vehicle went, seen from the site. */
export const passDirection = enumeration({
  in: { code: 'in', zh: '进', en: 'In' },
  out: { code: 'out', zh: '出', en: 'Out' },
  unknown: { code: 'unknown', zh: '未知', en: 'Unknown' },
})
/** How the site stood to a vehicle when it passed; none of one that is registered without being whitelisted, and of one without a plate. */
export const passList = enumeration({
  white: { code: 'white', zh: '白名单', en: 'Whitelist' },
  black: { code: 'black', zh: '黑名单', en: 'Blacklist' },
  temporary: { code: 'temporary', zh: '临时车', en: 'Not registered' },
})
export const stopKind = enumeration({
  speeding: { code: 'speeding', zh: '超速拦停', en: 'Stopped for speeding' },
  parking: { code: 'parking', zh: '停车', en: 'Stop' },
})
/** What a stretch of road is to GB 4387, which limits the speed on it. */
export const roadKind = enumeration({
  main: { code: 'main', zh: '无标志主干道', en: 'Unsigned main road' },
  other: { code: 'other', zh: '其他道路', en: 'Other road' },
  careful: { code: 'careful', zh: '道口、转弯、装卸、危险地段', en: 'Crossing, turn, loading or danger' },
  door: { code: 'door', zh: '大门、地磅、倒车', en: 'Door, weighbridge or reversing' },
})
/** km/h. */
export const roadLimits = { main: 30, other: 20, careful: 15, door: 5 } as const satisfies Record<
  (typeof roadKind.codes)[number],
  number
>
/** Whether the vehicle was told by a speaker. */
export const audioStatus = enumeration(
  { played: { code: 1, zh: '已播报', en: 'Announced' } },
  { zh: '未播报', en: 'Not announced' },
)

export const longestStopReason = 200
export const longestStopNote = 500
