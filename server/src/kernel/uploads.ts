import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formAround, largestFile } from '@vigil/contract/files/entities.ts'
import type { Upload } from './caller.ts'
import { lowOnRoom } from './disk.ts'
import { NotReady, Refusal } from './refusal.ts'

/** What the database and the logs need beside all files: a disk without it takes none. */
const spareBytes = 512 * 1024 * 1024
/** The parts of a form beside its file. */
const mostFields = 10
const longestField = 1000
/** Bytes that a sender may still send once the answer is known. */
export const mostHeardOut = 4 * largestFile

/** Lets the routes of this scope read multipart forms. */
export const acceptUploads = async (scope: FastifyInstance): Promise<void> => {
  const limits = {
    fields: mostFields,
    fieldSize: longestField,
    parts: mostFields + 2,
    headerPairs: 20,
    fileSize: largestFile + 1,
  }
  await scope.register(multipart, { throwFileSizeLimit: false, limits })
}

export interface Received {
  readonly fields: Readonly<Record<string, unknown>>
  readonly upload: Upload | null
  /** Removes the file unless somebody moved it away. */
  readonly discard: () => Promise<void>
}

/**
 * Reads a form to its end, its file straight into `folder`. Nothing is left there when it throws: a `Refusal`, `NotReady` for a
 * disk that is low or nearly full, or an error with the HTTP status of a form that is too large or broken off.
 */
export const receiveUpload = async (request: FastifyRequest, folder: string, requireRoom: () => void): Promise<Received> => {
  if (!request.isMultipart()) return { fields: {}, upload: null, discard: async () => undefined }
  requireRoom()
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > largestFile + formAround) throw tooLarge()
  await mkdir(folder, { recursive: true }).catch(throwDiskTrouble)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < spareBytes + (announced || largestFile))
    throw new NotReady(new Error('the disk is nearly full'), lowOnRoom)
  const fields: Record<string, unknown> = {}
  let upload: Upload | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else if (part.fieldname !== 'file') throw rejected({ zh: '文件须放在 file 字段中', en: 'it must be in the field “file”' })
      else if (upload) throw rejected({ zh: '一次只能上传一个文件', en: 'only one file at a time' })
      else upload = await write(part, join(folder, randomBytes(16).toString('hex')))
    }
    const { path = null } = upload ?? {}
    return { fields, upload, discard: async () => (path === null ? undefined : await rm(path, { force: true })) }
  } catch (error) {
    if (upload) await rm(upload.path, { force: true })
    if (!isOfForm(error)) throw error
    throw rejected({ zh: '上传内容不完整，请重新上传', en: 'the upload was incomplete, please try again' })
  }
}

const write = async ({ file, filename }: MultipartFile, path: string): Promise<Upload> => {
  const hash = createHash('sha256')
  let size = 0
  const target = await open(path, 'wx', 0o600).catch(throwDiskTrouble)
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > largestFile) throw tooLarge()
      hash.update(chunk)
      await target.appendFile(chunk).catch(throwDiskTrouble)
    }
  } catch (error) {
    await target.close()
    await rm(path, { force: true })
    throw error
  }
  await target.close()
  // A browser writes a quotation mark of the name, and a line end, as its percent code; and no other character.
  const name = filename.replaceAll(/%(22|0D|0A)/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { name, path, size, sha256: hash.digest('hex') }
}

const rejected = (reason: { zh: string; en: string }): Refusal => new Refusal('fileRejected', { reason })
const tooLarge = (): Error => Object.assign(new Error('the form is too large'), { statusCode: 413 })

/** What the form's reader throws has neither class nor code, only these words. */
const isOfForm = (error: unknown): boolean => error instanceof Error && /multipart|part header/i.test(error.message)

/** A disk without room, or one that became read-only, is a matter of waiting: `NotReady`. */
export const asDiskTrouble = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['ENOSPC', 'EDQUOT', 'EROFS'].includes(code) ? new NotReady(error) : error
}
const throwDiskTrouble = (error: unknown): never => {
  throw asDiskTrouble(error)
}
