import { z } from 'zod'
import { call, noData, type Call, type Needs } from '../kernel/call.ts'
import { nounSavedBy, type Noun } from '../kernel/noun.ts'
import { id, requiredText } from '../kernel/shapes.ts'
import { fileId, formAround, largestFile, storedFile, uploadPurpose } from './entities.ts'

/** Whether a record of it takes uploaded files: it has a picture, or comes from sheets. */
const takesFiles = ({ fields, imports }: Noun): boolean =>
  imports !== false || Object.values(fields).some(({ as }) => as.kind === 'picture')

const takers = new WeakSet<Call>()
/** Says that a call takes a file that was uploaded before, though it saves no record that has one. */
export const takingFile = <C extends Call>(call: C): C => {
  takers.add(call)
  return call
}

/** Whoever may save a record that takes files, or make a call that does, of all the given ones. */
export const uploadNeeds = (calls: readonly Call[]): Needs => {
  const savers = calls.flatMap((call) => {
    const noun = nounSavedBy(call)
    return ((noun && takesFiles(noun)) || takers.has(call)) && typeof call.needs === 'object' ? call.needs.anyOf : []
  })
  const [first, ...others] = new Set(savers)
  if (first === undefined) throw new Error('none of these calls saves a record that takes files')
  return { anyOf: [first, ...others] }
}

/** Below `/api`. */
export const uploadPath = '/sys/load/uploadFile'

export const createQrCode = call({
  path: '/qrCode/createQrCode',
  describe: {
    zh: '生成二维码（PNG）；内容多时比所给边长更大，以便扫读',
    en: 'Create a QR code as PNG; with much content it is larger than asked for, so that it can be scanned',
  },
  needs: 'signedIn',
  body: z.object({
    text: requiredText(1000),
    /** Pixels of a side. */
    size: z.number().int().min(128).max(1024).default(256),
  }),
  data: z.object({ dataUrl: z.string() }),
})

/** Who may upload follows from all other calls, see `uploadNeeds`. */
export const fileCallsFor = (attachesFiles: Needs) => ({
  uploadFile: call({
    path: uploadPath,
    describe: {
      zh: '上传文件：图片（最大 20 MB）、PDF、xlsx、docx、CSV、TXT、MP3、WAV、MP4（最大 50 MB），按内容识别',
      en: 'Upload a file, recognised by its content: a picture (20 MB at most), or PDF, xlsx, docx, CSV, TXT, MP3, WAV, MP4 (50 MB at most)',
    },
    needs: attachesFiles,
    upload: true,
    bodyLimit: largestFile + formAround,
    body: z.object({ purpose: uploadPurpose.schema.default('attachment'), deptId: id.optional() }),
    data: storedFile,
    codes: ['fileRejected', 'notFound'],
  }),
  clearAttachmentFile: call({
    path: '/sys/load/clearAttachmentFile',
    describe: { zh: '清除附件，限上传者和管理员', en: 'Remove an attachment; only for its uploader or an administrator' },
    needs: attachesFiles,
    body: z.object({ id: fileId }),
    data: noData,
    codes: ['notFound'],
  }),

  createQrCode,
})
export type FileCalls = ReturnType<typeof fileCallsFor>
