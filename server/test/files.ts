import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadPath } from '@vigil/contract/files/calls.ts'
import type { StoredFile } from '@vigil/contract/files/entities.ts'
import { onTestFinished } from 'vitest'
import type { Config } from '../src/kernel/config.ts'
import type { Company } from '../src/kernel/create-kernel.ts'
import { temporaryFolder } from './folder.ts'
import { createTestSite, type TestSite } from './site.ts'

export interface FileSite extends TestSite {
  readonly dataDir: string
}

/** A site with a data folder of its own. */
export const createFileSite = async (
  more: Partial<Config> = {},
  finish: (work: () => Promise<void>) => void = onTestFinished,
  company: Company = {},
): Promise<FileSite> => {
  const dataDir = more.dataDir ?? (await temporaryFolder(finish))
  return { ...(await createTestSite({ ...more, dataDir }, finish, company)), dataDir }
}

export interface UploadAnswer {
  readonly status: number
  readonly headers: Headers
  readonly code: string
  readonly msg: string
  readonly data: StoredFile | null
}

export const uploadAddress = (site: Pick<TestSite, 'origin'>): string => `${site.origin}/api${uploadPath}`

export const sendForm = async (
  site: Pick<TestSite, 'origin' | 'adminToken'>,
  form: FormData,
  token = site.adminToken,
  language = 'zh',
): Promise<UploadAnswer> => {
  const response = await fetch(uploadAddress(site), {
    method: 'POST',
    headers: { authorization: token, 'accept-language': language },
    body: form,
  })
  const envelope = (await response.json()) as Omit<UploadAnswer, 'status' | 'headers'>
  return { status: response.status, headers: response.headers, ...envelope }
}

export const formOf = (contents: string | Uint8Array, name: string, fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([typeof contents === 'string' ? contents : Uint8Array.from(contents)]), name)
  return form
}

/** Uploads a file that is to be taken. */
export const upload = async (
  site: TestSite,
  contents: string | Uint8Array,
  name: string,
  { token = site.adminToken, ...fields }: { token?: string; purpose?: string; deptId?: string } = {},
): Promise<StoredFile> => {
  const { data, code, msg } = await sendForm(site, formOf(contents, name, fields), token)
  if (!data) throw new Error(`${code} ${msg}`)
  return data
}

export const fetchFile = (
  site: TestSite,
  { url }: { url: string },
  token: string | null = site.adminToken,
  init: RequestInit = {},
) => fetch(site.origin + url, { ...init, headers: { ...(token === null ? {} : { authorization: token }), ...init.headers } })

/** Every file below the data folder of a site. */
export const filesIn = async (site: FileSite): Promise<string[]> => {
  const entries = await readdir(site.dataDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(site.dataDir.length + 1))
}

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
