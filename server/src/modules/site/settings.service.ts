import { commonFields } from '@vigil/contract/body-fields.ts'
import type { Noun } from '@vigil/contract/kernel/noun.ts'
import type { Settings } from '@vigil/contract/kernel/setting.ts'
import { may, type Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { isMaskSentBack, mask } from '../../kernel/mask.ts'
import { onRecords } from '../../kernel/record-changes.ts'
import { saveRecord, type Records } from '../../kernel/records.ts'
import { missing } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import { valueIn } from '../../kernel/settings.ts'
import { settingsStore } from './settings.store.ts'

type Loose = Readonly<Record<string, unknown>>
type Row = Loose & { readonly id: string; readonly version: number }
type Body = Loose & { readonly id?: string | undefined; readonly version?: number | undefined }

/** There is one site. */
const siteId = '1'

/** The settings of the site as one record, made of whatever `noun` has for fields. */
export const createSiteSettings = (kernel: Kernel, noun: Pick<Noun, 'name' | 'word'> & { readonly fields: Settings }) => {
  onRecords(kernel.bus, [noun.name], kernel.settings.load)
  const settings = Object.values(noun.fields)
  const isHidden = (one: (typeof settings)[number], { caller }: Asked): boolean =>
    one.private === true && !may(caller, 'private:view')
  const read = async (trx: Trx, asked: Asked): Promise<Row> => {
    const { version, chosen } = await settingsStore.read(trx)
    const values = settings.map((one): [string, unknown] => {
      const value = valueIn(chosen, one)
      return [one.name, isHidden(one, asked) ? mask(String(value)) : value]
    })
    return { id: siteId, version, ...Object.fromEntries(values) }
  }
  const what = { zh: noun.word.zh, en: `The ${noun.word.en}` }
  const onlyOne = (): Promise<never> => Promise.reject(new Error('there is one site, which is neither made nor deleted'))
  const records: Records<Row, Body> = {
    kernel,
    module: 'site',
    object: noun.name,
    what,
    read: (trx, id, asked) => (id === siteId ? read(trx, asked) : Promise.resolve(null)),
    lock: (trx) => settingsStore.lock(trx),
    create: onlyOne,
    remove: onlyOne,
    update: (trx, _, body, present, asked) => {
      const isUnchanged = ({ private: isPrivate, name }: (typeof settings)[number]): boolean =>
        isPrivate === true && isMaskSentBack(asked.caller, body[name], present[name])
      const sent = settings.filter((one) => body[one.name] !== undefined && !isUnchanged(one))
      return settingsStore.write(trx, Object.fromEntries(sent.map(({ name }) => [name, body[name]])))
    },
    permit: (_, _present, _body, { caller }) => {
      requireWrite(caller.scope, null, what)
      return Promise.resolve()
    },
    unique: {},
    deptOf: () => null,
  }
  return {
    read: (asked: Asked): Promise<Row> => kernel.transaction((trx) => read(trx, asked)),
    save: (body: Body, asked: Asked): Promise<Row> => {
      if (body.id === undefined) throw missing('id', commonFields.id)
      return saveRecord(records, body, asked)
    },
  }
}
