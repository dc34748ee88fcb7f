import { alarmTypeOf } from '../contract/src/alarms/types.ts'
import type { Text } from '../contract/src/kernel/text.ts'
import { sources, type Course } from '../simulator/src/scenarios/once.ts'

// docs/alarms-once.md: what is played of each source of alarms, and what it has to raise.

const alarms = {
  one: '恰好一条 exactly one',
  none: '没有 none',
  atMostOne: '至多一条 at most one',
} as const satisfies Record<Course['alarms'], string>
const ends = (returns: boolean): string => (returns ? '自动恢复 by itself' : '处警后 once handled')
const both = ({ zh, en }: Text): string => `${zh}<br>${en}`

const heading = `# 每个报警只报一次 / Every alarm once

Generated from \`simulator/src/scenarios/once.ts\` by \`npm run docs\`; edit that, not this page. \`server/test/alarms-once.test.ts\` plays every
row on a whole server over the simulator's own lines, and asserts what the column 报警 says: as many alarms of that type and no other, told to
consoles as often, and that each of them ends as 结束 says.

Whoever plays one by hand: [the demo](demo.md#one-alarm-at-a-time). 信标由上报（POST /ingest/reports 的 beacons）带来；安全帽协议不带信标编号，由安全帽自己推送（sos_type 8）。
Beacons come with reports (beacons of POST /ingest/reports); the helmets' own protocol names none, they push sos_type 8 themselves.
`

export const oncePage = (): { readonly page: string; readonly count: number } => {
  const rows = sources.flatMap(({ name, word, alarmType, returns, courses }) => {
    const { zh, en } = alarmTypeOf(alarmType)
    return courses.map(({ told, alarms: raised }) => {
      const cells = [
        `${alarmType} ${zh} ${en}`,
        both(word),
        both(told),
        alarms[raised],
        raised === 'none' ? '' : ends(returns),
        `\`${name}\``,
      ]
      return `| ${cells.join(' | ')} |`
    })
  })
  const head = ['类型 Type', '来源 Source', '情形 What is played', '报警 Alarms', '结束 Ends', '场景 Scenario']
  const table = [`| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`, ...rows]
  return { page: `${heading}\n${table.join('\n')}\n`, count: rows.length }
}
