import type { FileKindName } from '@vigil/contract/files/entities.ts'
import { SheetError } from '../../kernel/sheets/sheet-error.ts'
import { readStart, readText, textEncodingOf } from '../../kernel/sheets/text-encoding.ts'
import { openZip } from '../../kernel/sheets/zip-reader.ts'
import { headLength, isMarkup, recogniseHead, recogniseParts, rejections, type Rejection } from './rules.ts'

/** What a file is by its contents, whatever it is called. */
export const recognise = async (path: string): Promise<FileKindName | Rejection> => {
  const head = recogniseHead(await readStart(path, headLength))
  if (head === 'ole') return { reason: rejections.oldOffice }
  if (head === 'zip') return recogniseArchive(path)
  return head ?? recogniseText(path)
}

const recogniseArchive = async (path: string): Promise<FileKindName | Rejection> => {
  try {
    const zip = await openZip(path)
    await zip.close()
    return recogniseParts(zip.entries.map(({ name }) => name))
  } catch (error) {
    if (error instanceof SheetError) return { reason: error.reason }
    throw error
  }
}

const recogniseText = async (path: string): Promise<FileKindName | Rejection> => {
  const encoding = await textEncodingOf(path)
  if (encoding === null) return { reason: rejections.unknown }
  for await (const beginning of readText(path, encoding)) return isMarkup(beginning) ? { reason: rejections.markup } : 'text'
  return { reason: rejections.empty }
}
