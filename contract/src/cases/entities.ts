import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { id, time } from '../kernel/shapes.ts'

export const caseStatus = enumeration({
  open: { code: 'open', zh: '未结案', en: 'Open' },
  closed: { code: 'closed', zh: '已结案', en: 'Closed' },
})
/** What an item holds: all but the last two are copied of the alarm, when the case is made and once more where they are otherwise later. */
export const itemKind = enumeration({
  alarm: { code: 'alarm', zh: '报警', en: 'Alarm' },
  steps: { code: 'steps', zh: '报警经过', en: 'Alarm history' },
  track: { code: 'track', zh: '轨迹', en: 'Track' },
  others: {
    code: 'others',
    zh: '同来源报警（发生前 30 分钟至最近一次后 15 分钟）',
    en: 'Alarms of the same source, from 30 min before to 15 min after',
  },
  calls: { code: 'calls', zh: '通话记录', en: 'Calls' },
  note: { code: 'note', zh: '备注', en: 'Note' },
  file: { code: 'file', zh: '文件', en: 'File' },
})
/** What became of a case. */
export const caseStepKind = enumeration({
  created: { code: 'created', zh: '归档', en: 'Kept' },
  edited: { code: 'edited', zh: '编辑', en: 'Edited' },
  closed: { code: 'closed', zh: '结案', en: 'Closed' },
  reopened: { code: 'reopened', zh: '重新打开', en: 'Reopened' },
  added: { code: 'added', zh: '补充材料', en: 'Item added' },
  exported: { code: 'exported', zh: '下载', en: 'Downloaded' },
})

/** What of a title and a note is taken. */
export const longest = { title: 128, note: 2_000, text: 4_000 } as const

/** Items that one case holds, and bytes of all of them: an archive is taken away over a browser, and is for people to read. */
export const mostItems = 500
export const mostBytes = 512_000_000
/** Of these the system may take so many more, for what becomes of the alarm of a case that people filled. */
export const ofSystem = { items: 50, bytes: 128_000_000 } as const
/** Of a track, in all: bytes, and days from its first fix on. Of what a copy brings, the last days. */
export const mostTrack = { bytes: 64_000_000, days: 31, daysAtOnce: 7 } as const
/** Whether a case takes nothing more of people. */
export const isFull = (items: number, bytes: number): boolean => items >= mostItems || bytes >= mostBytes

/** Whether a file of a MIME type is taken as evidence: a picture, or a PDF. */
export const isEvidence = (type: string): boolean => type.startsWith('image/') || type === 'application/pdf'

/** Milliseconds before an alarm was found and after it was last seen of which a case keeps track and alarms. */
export const keptAround = { before: 30 * 60_000, after: 15 * 60_000 } as const

export const caseItem = z
  .object({
    id,
    /** In the archive: one of each name in a case. */
    name: z.string(),
    kind: itemKind.schema,
    /** MIME type. */
    mediaType: z.string(),
    /** Bytes. */
    size: z.number().int(),
    sha256: z.string(),
    /** What a note says; empty of everything else. */
    text: z.string(),
    addedBy: z.string(),
    addedAt: time,
    /** It is in no archive of whoever asks: a track or calls, for who may look up none. */
    withheld: z.boolean(),
  })
  .meta({ id: 'CaseItem' })
export type CaseItem = z.output<typeof caseItem>

/** A step of a case's own history; a row is never changed. */
export const caseStep = z
  .object({
    at: time,
    kind: caseStepKind.schema,
    by: z.string(),
    /** The item that was added. */
    item: z.string(),
    /** What was said before, of what is said otherwise since; empty where nothing is. */
    before: z.object({ title: z.string().optional(), note: z.string().optional() }),
  })
  .meta({ id: 'CaseStep' })
export type CaseStep = z.output<typeof caseStep>

/** A case that could not follow its alarm the last time that it was tried. */
export const caseFailing = z
  .object({
    /** What failed, in the language of whoever asks. */
    reason: z.string(),
    since: time,
    /** How often it was tried. */
    times: z.number().int(),
    /** When it is tried again. */
    next: time,
  })
  .meta({ id: 'CaseFailing' })
export type CaseFailing = z.output<typeof caseFailing>

/** Where a browser fetches a case whole, as a ZIP archive; its cookie suffices. */
export const casePath = '/api/zd/zdCase/download'
export const caseUrl = (id: string): string => `${casePath}?id=${id}`

/** `manifest.json` of the archive; times are those of the site, in its zone. */
export interface CaseManifest {
  readonly case: {
    readonly id: string
    readonly title: string
    readonly note: string
    readonly status: string
    readonly alarmId: string
    readonly department: string
    readonly createdBy: string
    readonly createdAt: string
  }
  /** When the archive was made, and for whom. */
  readonly exportedAt: string
  readonly exportedBy: string
  readonly timeZone: string
  readonly items: readonly {
    readonly path: string
    readonly kind: string
    /** What that is, in the words of whoever the archive was made for. */
    readonly what: string
    readonly mediaType: string
    readonly bytes: number
    readonly sha256: string
    readonly addedBy: string
    readonly addedAt: string
    /** Its contents are gone from the server: it is not in the archive. */
    readonly missing?: true
    /** It is held back from whoever the archive was made for: it is not in it. */
    readonly withheld?: true
  }[]
  /** The history of the case, download included. */
  readonly history: readonly CaseStep[]
}
