import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import type { Text } from '../kernel/text.ts'

/** Bytes of the largest file that is taken, and of the largest picture. */
export const largestFile = 50 * 1024 * 1024
export const largestPicture = 20 * 1024 * 1024
/** Bytes of a form besides its file. */
export const formAround = 64 * 1024

interface FileKind {
  readonly type: string
  /** What a name of such a file may end in; the first is put where there is none. */
  readonly extensions: readonly [string, ...string[]]
  readonly picture?: true
}

/** What is taken, recognised by its contents. */
export const fileKinds = {
  png: { type: 'image/png', extensions: ['png'], picture: true },
  jpeg: { type: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'], picture: true },
  webp: { type: 'image/webp', extensions: ['webp'], picture: true },
  gif: { type: 'image/gif', extensions: ['gif'], picture: true },
  pdf: { type: 'application/pdf', extensions: ['pdf'] },
  workbook: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extensions: ['xlsx'] },
  document: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extensions: ['docx'] },
  csv: { type: 'text/csv', extensions: ['csv'] },
  text: { type: 'text/plain', extensions: ['txt'] },
  mp3: { type: 'audio/mpeg', extensions: ['mp3'] },
  wav: { type: 'audio/wav', extensions: ['wav'] },
  mp4: { type: 'video/mp4', extensions: ['mp4', 'm4v'] },
} as const satisfies Readonly<Record<string, FileKind>>
export type FileKindName = keyof typeof fileKinds
export const fileKindNames = {
  png: { zh: 'PNG 图片', en: 'a PNG picture' },
  jpeg: { zh: 'JPEG 图片', en: 'a JPEG picture' },
  webp: { zh: 'WebP 图片', en: 'a WebP picture' },
  gif: { zh: 'GIF 图片', en: 'a GIF picture' },
  pdf: { zh: 'PDF 文件', en: 'a PDF file' },
  workbook: { zh: 'Excel 工作簿', en: 'an Excel workbook' },
  document: { zh: 'Word 文档', en: 'a Word document' },
  csv: { zh: '文本表格', en: 'a text table' },
  text: { zh: '文本', en: 'a text file' },
  mp3: { zh: 'MP3 音频', en: 'MP3 audio' },
  wav: { zh: 'WAV 音频', en: 'WAV audio' },
  mp4: { zh: 'MP4 视频', en: 'MP4 video' },
} as const satisfies Readonly<Record<FileKindName, Text>>

/** What a file is brought for. Who may read it follows from this: an attachment by scope, a file to be imported by its owner alone. */
export const uploadPurpose = enumeration({
  attachment: { code: 'attachment', zh: '附件', en: 'Attachment' },
  import: { code: 'import', zh: '导入', en: 'Import' },
})

/** Random, since addresses of files stand in pages. */
export const fileId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'not an identifier')
  .meta({ id: 'FileId' })

/** Where a browser fetches a file; its cookie suffices. */
export const fileUrl = (id: string): string => `/api/files/${id}`

/** Where it fetches a picture drawn small, 320 pixels wide. */
export const thumbnailUrl = (id: string): string => `${fileUrl(id)}?thumbnail=1`

export const storedFile = z
  .object({
    id: fileId,
    /** As it was given, without folders. */
    name: z.string(),
    /** Bytes. */
    size: z.number().int().min(1),
    /** MIME type by content. */
    type: z.string(),
    url: z.string(),
  })
  .meta({ id: 'StoredFile' })
export type StoredFile = z.output<typeof storedFile>
