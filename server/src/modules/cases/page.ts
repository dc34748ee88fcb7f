import {
  alarmCondition,
  alarmLevel,
  alarmReason,
  alarmStepKind,
  handlingStatus,
  shelveReason,
  suppressReason,
  type Alarm,
  type AlarmStep,
} from '@vigil/contract/alarms/entities.ts'
import { resultIn } from '@vigil/contract/alarms/result.ts'
import { titleOf } from '@vigil/contract/alarms/types.ts'
import { caseStatus, caseStepKind, type CaseManifest } from '@vigil/contract/cases/entities.ts'
import { receipt } from '@vigil/contract/devices/command.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import { callOutcome, type CallRecord, type Party } from '@vigil/contract/telephony/entities.ts'
import { nobodysIn } from '../../kernel/caller.ts'
import { drawingOf, type Spot } from './drawing.ts'

/** The page that an archive begins with: what it holds, for people who have nothing but a browser. */

/** A note that somebody added, or that says what was left out. */
interface Note {
  readonly by: string
  readonly at: string
  readonly text: string
}
export interface Told {
  readonly manifest: CaseManifest
  readonly number: string
  /** As the case has them last. */
  readonly alarm: Alarm
  readonly steps: readonly AlarmStep[]
  readonly others: readonly Alarm[]
  /** Who was called for it, of what its reader may see. */
  readonly calls: readonly CallRecord[]
  readonly notes: readonly Note[]
  /** The way of its device, the oldest first. */
  readonly track: readonly Spot[]
  /** In the site's zone. */
  readonly toWire: (instant: number) => string
  readonly language: Language
}

const texts = {
  evidence: { zh: '证据档案', en: 'Evidence case' },
  what: { zh: '事件', en: 'What happened' },
  type: { zh: '报警类型', en: 'Type of alarm' },
  level: { zh: '级别', en: 'Level' },
  source: { zh: '来源', en: 'Source' },
  person: { zh: '人员', en: 'Person' },
  plate: { zh: '车牌号', en: 'Plate number' },
  area: { zh: '区域', en: 'Area' },
  department: { zh: '部门', en: 'Department' },
  place: { zh: '位置（经度, 纬度）', en: 'Position (longitude, latitude)' },
  found: { zh: '发生时间', en: 'Raised' },
  ended: { zh: '恢复时间', en: 'Back to normal' },
  condition: { zh: '状态', en: 'Condition' },
  handling: { zh: '处理', en: 'Handling' },
  handledBy: { zh: '处理人', en: 'Handled by' },
  reason: { zh: '原因', en: 'Reason' },
  remark: { zh: '说明', en: 'Remark' },
  steps: { zh: '报警经过', en: 'History of the alarm' },
  track: { zh: '轨迹', en: 'Track' },
  noTrack: { zh: '档案中没有轨迹，或无权查看轨迹。', en: 'The archive holds no track, or none that its reader may see.' },
  calls: { zh: '通话', en: 'Calls' },
  caller: { zh: '主叫', en: 'Caller' },
  callee: { zh: '被叫', en: 'Called' },
  outcome: { zh: '结果', en: 'Outcome' },
  seconds: { zh: '通话秒数', en: 'Seconds of talk' },
  pictures: { zh: '图片', en: 'Pictures' },
  notes: { zh: '备注', en: 'Notes' },
  others: { zh: '同来源报警', en: 'Alarms of the same source' },
  contents: { zh: '档案内容', en: 'Contents' },
  history: { zh: '档案经过', en: 'History of the case' },
  file: { zh: '文件', en: 'File' },
  kind: { zh: '内容', en: 'Kind' },
  bytes: { zh: '字节', en: 'Bytes' },
  added: { zh: '加入', en: 'Added' },
  missing: { zh: '文件已丢失，不在档案中', en: 'Lost on the server: not in the archive' },
  withheld: { zh: '无权查看，不在档案中', en: 'Withheld from its reader: not in the archive' },
  when: { zh: '时间', en: 'When' },
  who: { zh: '人员', en: 'Who' },
  step: { zh: '步骤', en: 'Step' },
  proof: {
    zh: '核对：在解压后的文件夹内执行 sha256sum -c manifest.sha256，每个文件都应为 OK。',
    en: 'To check: run sha256sum -c manifest.sha256 in the unpacked folder; each file has to be OK.',
  },
} as const satisfies Readonly<Record<string, Text>>

/** What stands in HTML as it was written, by whoever. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const link = (path: string): string => escaped(path.split('/').map(encodeURIComponent).join('/'))

const row = (cells: readonly string[], tag = 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead>${row(heads, 'th')}</thead><tbody>${rows.map((cells) => row(cells)).join('\n')}</tbody></table>`
const section = (title: string, body: string): string => `<section><h2>${title}</h2>${body}</section>`
/** Names and what is known of each; what is not known is left out. */
const facts = (known: readonly (readonly [Text, string])[], language: Language): string =>
  `<dl>${known
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<div><dt>${name[language]}</dt><dd>${escaped(value)}</dd></div>`)
    .join('\n')}</dl>`

const reasonOf = ({ kind, reason }: AlarmStep, language: Language): string => {
  if (reason === '') return ''
  if (kind === 'messaged') return receipt.name(reason, language)
  if (kind === 'shelved') return shelveReason.name(reason, language)
  return kind === 'suppressed' ? suppressReason.name(reason, language) : alarmReason.name(reason, language)
}
const sentenceOf = (alarm: Alarm, language: Language): string => resultIn(alarm, language) ?? alarm.result
const placeOf = ({ lng, lat }: Alarm): string => (lng === null || lat === null ? '' : `${lng.toFixed(6)}, ${lat.toFixed(6)}`)

const alarmPart = (alarm: Alarm, language: Language): string =>
  facts(
    [
      [texts.type, titleOf(alarm.alarmType)[language]],
      [texts.level, alarmLevel.name(alarm.alarmLevel, language)],
      [texts.source, alarm.source.label],
      [texts.person, alarm.userName],
      [texts.plate, alarm.plateNumber],
      [texts.area, alarm.areaName ?? ''],
      [texts.department, alarm.deptName ?? ''],
      [texts.place, placeOf(alarm)],
      [texts.found, alarm.findTime],
      [texts.ended, alarm.endTime ?? ''],
      [texts.condition, alarmCondition.name(alarm.condition, language)],
      [texts.handling, handlingStatus.name(alarm.status, language)],
      [texts.handledBy, [alarm.handleUser, alarm.handleTime ?? ''].filter((part) => part !== '').join(' · ')],
      [texts.reason, alarm.reasonCode === '' ? '' : alarmReason.name(alarm.reasonCode, language)],
      [texts.remark, [...new Set([alarm.handleNote, alarm.remark])].filter((part) => part !== '').join(' · ')],
    ],
    language,
  )

const stepRow = (step: AlarmStep, language: Language): string[] =>
  [
    step.at,
    alarmStepKind.name(step.kind, language),
    step.by,
    [step.to === '' ? '' : `→ ${step.to}`, reasonOf(step, language), step.until ?? '', step.note]
      .filter((part) => part !== '')
      .join(' · '),
  ].map(escaped)

const partyOf = ({ name, number }: Pick<Party, 'name' | 'number'>): string =>
  [name, number].filter((part) => part !== '').join(' ')
/** Of a room whoever was in it beside who opened it. */
const calledIn = ({ callee, dialled, room, caller }: CallRecord): string =>
  room === null
    ? callee === null
      ? dialled
      : partyOf(callee)
    : room.parties
        .filter(({ kind, id }) => kind !== caller.kind || id !== caller.id)
        .map(partyOf)
        .join(', ') || dialled
const callRow = (call: CallRecord, language: Language): string[] =>
  [
    call.startedAt,
    partyOf(call.caller),
    calledIn(call),
    callOutcome.name(call.outcome, language),
    call.duration === null ? '' : String(call.duration),
  ].map(escaped)

const trackPart = ({ alarm, track, toWire, language }: Told): string => {
  const [first, last] = [track[0], track.at(-1)]
  if (!first || !last) return `<p>${texts.noTrack[language]}</p>`
  return `${drawingOf(track, alarm.lng === null || alarm.lat === null ? null : { lng: alarm.lng, lat: alarm.lat })}<p>${toWire(first.at)} – ${toWire(last.at)}</p>`
}

const picturePart = ({ manifest, language }: Told): string =>
  manifest.items
    .filter(({ mediaType, missing, withheld }) => mediaType.startsWith('image/') && !missing && !withheld)
    .map(
      ({ path, addedBy, addedAt }) =>
        `<figure><img src="${link(path)}" alt=""><figcaption>${escaped(`${path} · ${nobodysIn(addedBy, language)} · ${addedAt}`)}</figcaption></figure>`,
    )
    .join('\n')

const contentsPart = ({ manifest, language }: Told): string => {
  const where = ({ path, missing, withheld }: CaseManifest['items'][number]): string => {
    if (missing) return `${escaped(path)}<br>${texts.missing[language]}`
    if (withheld) return `${escaped(path)}<br>${texts.withheld[language]}`
    return `<a href="${link(path)}">${escaped(path)}</a>`
  }
  return table(
    [...[texts.file, texts.kind, texts.bytes, texts.added].map((text) => text[language]), 'SHA-256'],
    manifest.items.map((item) => [
      where(item),
      escaped(item.what),
      String(item.bytes),
      escaped(`${nobodysIn(item.addedBy, language)} · ${item.addedAt}`),
      `<code>${escaped(item.sha256)}</code>`,
    ]),
  )
}

const style = `body{font:14px/1.6 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif;color:#1b2430;max-width:960px;margin:24px auto;padding:0 24px}
h1{font-size:22px;margin:0}h2{font-size:16px;border-bottom:1px solid #c9d2dc;padding-bottom:4px;margin:28px 0 8px}
.sentence{font-size:16px;margin:8px 0 0}.quiet{color:#5a6675}
dl{display:grid;grid-template-columns:1fr 1fr;gap:4px 24px;margin:0}dl div{display:flex;gap:8px}dt{color:#5a6675;min-width:9em}dd{margin:0}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;border-bottom:1px solid #e3e8ee;padding:4px 8px 4px 0}th{color:#5a6675;font-weight:normal}
code{font-size:11px;word-break:break-all}svg{width:100%;max-height:420px;background:#f4f6f9}figure{margin:0 0 12px}img{max-width:100%;max-height:480px}
blockquote{margin:0 0 8px;white-space:pre-wrap}
@media print{body{margin:0;max-width:none}section{break-inside:avoid-page}}`

/** Whatever the case holds in words, with a drawing of the way; it asks for nothing that does not lie beside it. */
export const casePage = (told: Told): string => {
  const { manifest, number, alarm, steps, others, calls, notes, language } = told
  const { title, note, status, createdBy, createdAt } = manifest.case
  const t = (text: Text): string => text[language]
  const pictures = picturePart(told)
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(`${t(texts.evidence)} ${number} ${title}`)}</title>
<style>${style}</style>
</head>
<body>
<p class="quiet">${escaped(`${t(texts.evidence)} ${number} · ${caseStatus.name(status, language)} · ${nobodysIn(createdBy, language)} · ${createdAt}`)}</p>
<h1>${escaped(title)}</h1>
<p class="sentence">${escaped(sentenceOf(alarm, language))}</p>
${note === '' ? '' : `<blockquote>${escaped(note)}</blockquote>`}
${section(t(texts.what), alarmPart(alarm, language))}
${section(
  t(texts.steps),
  table(
    [t(texts.when), t(texts.step), t(texts.who), ''],
    steps.map((step) => stepRow(step, language)),
  ),
)}
${
  calls.length === 0
    ? ''
    : section(
        t(texts.calls),
        table(
          [t(texts.when), t(texts.caller), t(texts.callee), t(texts.outcome), t(texts.seconds)],
          calls.map((call) => callRow(call, language)),
        ),
      )
}
${section(t(texts.track), trackPart(told))}
${pictures === '' ? '' : section(t(texts.pictures), pictures)}
${
  notes.length === 0
    ? ''
    : section(
        t(texts.notes),
        notes
          .map(
            ({ by, at, text }) =>
              `<blockquote>${escaped(text)}<br><span class="quiet">${escaped(`${nobodysIn(by, language)} · ${at}`)}</span></blockquote>`,
          )
          .join('\n'),
      )
}
${
  others.length === 0
    ? ''
    : section(
        t(texts.others),
        table(
          [t(texts.when), t(texts.type), t(texts.what), t(texts.handling)],
          others.map((other) =>
            [
              other.findTime,
              titleOf(other.alarmType)[language],
              sentenceOf(other, language),
              handlingStatus.name(other.status, language),
            ].map(escaped),
          ),
        ),
      )
}
${section(t(texts.contents), contentsPart(told))}
${section(
  t(texts.history),
  table(
    [t(texts.when), t(texts.step), t(texts.who), ''],
    manifest.history.map(({ at, kind, by, item }) =>
      [at, caseStepKind.name(kind, language), nobodysIn(by, language), item].map(escaped),
    ),
  ),
)}
<p class="quiet">${escaped(`${manifest.exportedAt} (${manifest.timeZone}) · ${manifest.exportedBy}`)}</p>
<p class="quiet">${t(texts.proof)}</p>
</body>
</html>
`
}
