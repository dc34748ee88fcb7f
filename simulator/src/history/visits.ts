import { gateCalls } from '@vigil/contract/gates/calls.ts'
import type { SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { cast } from '../cast.ts'
import { siteTime } from '../checkpoints/site-time.ts'
import type { Random } from '../world/random.ts'
import { hour, minute } from './calendar.ts'
import type { Days, Doing, Step } from './step.ts'

/** Who comes from outside, in invented names. */
const visitors = [
  ['周明轩', '中材装备有限公司', '篦冷机检修技术服务', ''],
  ['何雨桐', '皖南环境检测中心', '烟气在线监测比对', '皖A3F218'],
  ['罗志远', '江城轴承经销部', '送轴承样品', '皖B72K95'],
  ['韩思源', '省安全生产科学研究院', '粉尘防爆评估', ''],
  ['邓晓峰', '华东电力设备公司', '余热发电机组保养', '皖B9D031'],
  ['范文静', '铜陵包装材料厂', '包装袋质量回访', ''],
  ['蒋立新', '建筑材料检验站', '水泥抽样', '皖E60L27'],
  ['沈可欣', '芜湖职业技术学院', '学生实习对接', ''],
  ['曾庆海', '长江航运服务部', '码头装船协调', '皖B1S846'],
  ['潘子昂', '数联自动化工程公司', '控制系统升级', ''],
  ['余丹', '税务师事务所', '年度审计资料核对', ''],
  ['白振国', '捷运物流', '运输合同续签', '皖B5H773'],
] as const
type Visitor = (typeof visitors)[number]

const hosts = cast.people.filter(({ kind, post }) => kind === 'employee' && /[长理员]$/.test(post)).slice(0, 12)

/** Since which day before the last one, and how many a day. */
const days = 4
const aDay = 3

interface Plan {
  readonly planIn: number
  readonly planOut: number
  /** When he came and went; null where he did not. */
  readonly cameAt: number | null
  readonly leftAt: number | null
  readonly isApproved: boolean
}

/** Visitors of the last days, and of today some who are expected, inside, gone, and one who should be. */
export const visits = ({ midnights, now, timeZone }: Days, random: Random): Step[] => {
  const past = midnights.slice(-1 - days, -1).flatMap((midnight) =>
    Array.from({ length: aDay }, (): Plan => {
      const planIn = midnight + random.between(8.5, 14) * hour
      const planOut = planIn + random.between(1.5, 3.5) * hour
      const cameAt = planIn + random.between(-10, 20) * minute
      return { planIn, planOut, cameAt, leftAt: planOut - random.between(5, 30) * minute, isApproved: true }
    }),
  )
  const after = (hours: number): number => now + hours * hour
  const never = { cameAt: null, leftAt: null }
  const today: Plan[] = [
    { planIn: after(-4), planOut: after(-1), cameAt: after(-3.9), leftAt: after(-1.2), isApproved: true },
    { planIn: after(-3), planOut: after(-0.3), cameAt: after(-2.8), leftAt: null, isApproved: true },
    { planIn: after(-1.2), planOut: after(3), cameAt: after(-1.1), leftAt: null, isApproved: true },
    { planIn: after(0.5), planOut: after(3), ...never, isApproved: true },
    { planIn: after(1), planOut: after(4), ...never, isApproved: true },
    { planIn: after(2), planOut: after(5), ...never, isApproved: false },
  ]
  return [...past, ...today].flatMap((plan, at) => {
    const visitor = visitors[at % visitors.length]
    return visitor ? stepsOf(plan, visitor, at, timeZone, random) : []
  })
}

const stepsOf = (
  plan: Plan,
  [visitorName, company, reason, plateNumber]: Visitor,
  order: number,
  timeZone: string,
  random: Random,
): Step[] => {
  const { planIn, planOut, cameAt, leftAt, isApproved } = plan
  const host = random.pick(hosts)
  // Of one whom nobody has booked yet there is nothing.
  let id: string | null = null
  const step = (at: number, act: (doing: Doing, id: string) => Promise<unknown>): Step => ({
    at,
    kind: 'act',
    act: async (doing) => {
      if (id !== null) await act(doing, id)
    },
  })
  const form: SentBodyOf<typeof gateCalls.saveZdVisitRecord> = {
    visitorName,
    idType: 'idCard',
    idNo: `3402031985${String(order * 137 + 10_000_000).slice(0, 8)}`,
    phone: `138${String(55_000_000 + order * 7_919)}`,
    company,
    plateNumber,
    hostName: host.name,
    reason,
    peerCount: order % 3,
    planIn: siteTime(planIn, timeZone),
    planOut: siteTime(planOut, timeZone),
  }
  const bookedAt = planIn - random.between(4.5, 6) * hour
  const booked: Step = {
    at: bookedAt,
    kind: 'act',
    act: async ({ desk }) => {
      id = (await (await desk())(gateCalls.saveZdVisitRecord, form)).id
    },
  }
  return [
    booked,
    ...(isApproved
      ? [
          step(bookedAt + 10 * minute, async ({ desk }, visit) =>
            (await desk())(gateCalls.approveZdVisitRecord, { id: visit, result: 'approved' }),
          ),
        ]
      : []),
    ...(cameAt === null
      ? []
      : [
          step(cameAt - minute, async ({ desk }, visit) => (await desk())(gateCalls.ackZdVisitRecord, { id: visit })),
          step(cameAt, async ({ desk }, visit) => (await desk())(gateCalls.enterZdVisitRecord, { id: visit })),
        ]),
    ...(leftAt === null
      ? []
      : [step(leftAt, async ({ desk }, visit) => (await desk())(gateCalls.leaveZdVisitRecord, { id: visit }))]),
  ]
}
