import { permissionNames } from '@vigil/contract/menu/product-permissions.ts'
import type { Permission, RouteName } from '@vigil/contract/menu/routes.ts'
import { may, type Asked } from '../../kernel/caller.ts'
import type { AnyNoun } from '../../kernel/keeping.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { mayWrite, wholeSite } from '../../kernel/scope.ts'
import type { ExportedNoun, SheetNoun } from '../../kernel/sheet-noun.ts'
import type { TransferContext } from './context.ts'

/** Whoever opens a noun's screen may export it, whoever may change it there may import it. */

const what = { zh: '数据', en: 'The kind of record' }

export const sees = ({ caller }: Asked, route: RouteName): boolean => may(caller, route)
/** What the whole site shares is imported with its scope alone; of the rest each row is asked for itself. */
const writable = ({ deptBy }: AnyNoun, { caller }: Asked): boolean => deptBy !== null || mayWrite(caller.scope, null)
export const edits = (asked: Asked, noun: AnyNoun): boolean =>
  may(asked.caller, `${noun.route}:edit` as Permission) && writable(noun, asked)

const sheetNamed = ({ sheets }: TransferContext, name: string): SheetNoun | ExportedNoun => {
  const sheet = sheets().find(({ noun }) => noun.name === name)
  if (!sheet) throw new Refusal('notFound', { what })
  return sheet
}
/** Refuses what is no noun, or none that he sees. */
export const requireExported = (context: TransferContext, name: string, asked: Asked): ExportedNoun => {
  const sheet = sheetNamed(context, name)
  const { route } = sheet.noun
  if (!sees(asked, route)) throw new Refusal('forbidden', { needs: route })
  return sheet
}
/** Refuses what comes from no sheet, or none that he may change. */
export const requireImported = (context: TransferContext, name: string, asked: Asked): SheetNoun => {
  const sheet = sheetNamed(context, name)
  if (!('saveIn' in sheet) || sheet.noun.imports === false) throw new Refusal('notFound', { what })
  const { noun } = sheet
  if (!edits(asked, noun))
    throw new Refusal('forbidden', { needs: writable(noun, asked) ? permissionNames([`${noun.route}:edit`]) : wholeSite })
  return sheet
}
