import { codes } from '@vigil/contract/kernel/codes.ts'
import type { Message } from './body.ts'
import type { Maker } from './read.ts'

/** What a maker's devices take for “stored”; anything else they say again. */
export interface Answer {
  readonly type: string
  readonly body: string
}

const json = 'application/json; charset=utf-8'
const hikvisionXml =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ResponseStatus version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">' +
  '<statusCode>1</statusCode><statusString>OK</statusString><subStatusCode>ok</subStatusCode></ResponseStatus>'

export const answerTo = (maker: Maker, format: Message['format'], results: readonly ('stored' | 'duplicate')[]): Answer => {
  if (maker === 'dahua') return { type: json, body: JSON.stringify({ Result: true }) }
  if (maker === 'own') {
    const { code, zh: msg } = codes.success
    return { type: json, body: JSON.stringify({ code, msg, data: { results } }) }
  }
  return format === 'xml'
    ? { type: 'application/xml; charset=utf-8', body: hikvisionXml }
    : { type: json, body: JSON.stringify({ statusCode: 1, statusString: 'OK', subStatusCode: 'ok' }) }
}
