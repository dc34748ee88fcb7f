import { pushingDomain } from '@vigil/contract/pushing/domain.ts'
import { invalid } from '../../kernel/refusal.ts'
import type { Message } from './body.ts'
import * as dahua from './dahua.ts'
import * as hikvision from './hikvision.ts'
import * as ownForm from './own-form.ts'
import type { PassageRead, ReadIn, SightingRead } from './messages.ts'

export type Maker = 'hikvision' | 'dahua' | 'own'
export interface Told<What> {
  readonly maker: Maker
  /** `ignored`: a sign of life, or of something else than passes. */
  readonly what: What | 'ignored'
}

const unknownForm = () =>
  invalid('push', pushingDomain.asked.push, { zh: '的格式无法识别', en: 'is in a form that nobody knows here' })

export const readSighting = ({ fields, cut }: Message, at: Omit<ReadIn, 'cut'>): Told<SightingRead> => {
  const context: ReadIn = { ...at, cut }
  const alert = hikvision.alertIn(fields)
  if (alert) return { maker: 'hikvision', what: hikvision.sightingOf(alert, context) }
  const own = ownForm.sightingOf(fields, context)
  if (own) return { maker: 'own', what: own }
  const what = dahua.sightingOf(fields, context)
  if (what === null) throw unknownForm()
  return { maker: 'dahua', what }
}

export const readPassage = ({ fields, cut }: Message, at: Omit<ReadIn, 'cut'>): Told<PassageRead> => {
  const context: ReadIn = { ...at, cut }
  const alert = hikvision.alertIn(fields)
  if (alert) return { maker: 'hikvision', what: hikvision.passageOf(alert, context) }
  const own = ownForm.passageOf(fields, context)
  if (own) return { maker: 'own', what: own }
  const what = dahua.passageOf(fields, context)
  if (what === null) throw unknownForm()
  return { maker: 'dahua', what }
}
