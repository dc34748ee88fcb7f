import { dictionaryCalls } from '@vigil/contract/dictionary/calls.ts'
import { uploadPath } from '@vigil/contract/files/calls.ts'
import { CallFailed, CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes, unreadStatus } from '@vigil/contract/kernel/codes.ts'
import { z } from 'zod'
import { client } from '../api/client.ts'
import { currentLanguage } from '../i18n/language.ts'
import { session } from '../session/session.ts'

const uploadedFile = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** As `image/png`. */
  type: z.string(),
  url: z.string(),
})
/** A file as the server keeps it. */
export type UploadedFile = z.output<typeof uploadedFile>

const envelope = z.object({ code: z.string(), msg: z.string(), data: z.unknown() })
const item = z.object({ des: z.string().min(1) })

/** Where a stored file is fetched from; the browser shows its session by a cookie. */
export const fileAddress = (id: string): string => `/api/files/${encodeURIComponent(id)}`

/** Where uploads go: what the dictionary says under `fileServer`, and this server while it says nothing. */
const uploadAddress = async (signal: AbortSignal): Promise<string> => {
  try {
    return addressIn(await client.ask(dictionaryCalls.getDictItemByCode, { code: 'fileServer' }, signal))
  } catch (error) {
    if (error instanceof CallRefused) return ownAddress
    throw error
  }
}
const ownAddress = `/api${uploadPath}`

export const addressIn = (answer: unknown): string => item.safeParse(answer).data?.des ?? ownAddress

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The file that an answer tells of; throws `CallRefused` with the server's text, `CallFailed` where there is no such answer. */
export const readAnswer = (address: string, status: number, text: string): UploadedFile => {
  const answer = envelope.safeParse(parsed(text)).data
  const succeeded = (status >= 200 && status < 300) || status === unreadStatus
  if (!answer || !succeeded) throw new CallFailed(address, answer?.msg || `HTTP ${status}`, status, null)
  if (answer.code !== codes.success.code) throw new CallRefused(address, answer)
  const file = uploadedFile.safeParse(answer.data)
  if (!file.success) throw new CallFailed(address, `HTTP ${status}`, status, null, file.error)
  return file.data
}

interface UploadOptions {
  readonly purpose?: 'attachment' | 'import'
  /** Whose people may read an attachment, those who see more besides; everybody unless said. */
  readonly deptId?: string | null
}

/**
 * Uploads a file: an attachment unless it is said to be a sheet for an import, which is its owner's alone and goes after some
 * days. `onProgress` tells the part that is on its way, 0…1. Rejects with `CallRefused`, `CallFailed`, or the signal's reason.
 */
export const upload = async (
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
  { purpose = 'attachment', deptId = null }: UploadOptions = {},
): Promise<UploadedFile> => {
  const address = new URL(purpose === 'import' ? ownAddress : await uploadAddress(signal), window.location.origin)
  signal.throwIfAborted()
  const { status, text } = await send(address, { file, purpose, deptId }, onProgress, signal)
  return readAnswer(address.pathname, status, text)
}

/** By XMLHttpRequest, since fetch tells nothing about what is still on its way. */
const send = (
  address: URL,
  { file, purpose, deptId }: { readonly file: File; readonly purpose: string; readonly deptId: string | null },
  onProgress: (part: number) => void,
  signal: AbortSignal,
) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    // Before the file: what comes after it is read too late.
    form.append('purpose', purpose)
    if (deptId !== null) form.append('deptId', deptId)
    form.append('file', file, file.name)
    const stop = (): void => request.abort()
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () =>
      reject(new CallFailed(address.pathname, 'network', null, null, new TypeError('network'))),
    )
    request.addEventListener('abort', () => reject(signal.reason as Error))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    signal.addEventListener('abort', stop)
    request.open('POST', address)
    const token = session.token()
    // The session belongs to this server alone, wherever the dictionary sends files.
    if (token !== null && address.origin === window.location.origin) request.setRequestHeader('authorization', token)
    request.setRequestHeader('accept-language', currentLanguage())
    request.send(form)
  })
