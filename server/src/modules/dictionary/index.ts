import { dictionaryCalls } from '@vigil/contract/dictionary/calls.ts'
import { dictItem } from '@vigil/contract/dictionary/dict-item.ts'
import { dict } from '@vigil/contract/dictionary/dict.ts'
import { counted } from '../../kernel/counted.ts'
import { createKeeper, nounHandlers } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Module } from '../../kernel/module.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { served } from '../../kernel/serve.ts'
import { isBelow, lockDicts, usesOfDict } from './store.ts'

/** Dictionaries in a tree, and the words in them. */
const createDictionary = (kernel: Kernel): Module => {
  const module = 'dictionary'
  const dicts = createKeeper(kernel, {
    noun: dict,
    module,
    table: 'dict',
    order: ['sort'],
    unique: { dict_code: 'code' },
    check: async (trx, { id, pid }) => {
      if (id === undefined || pid === null) return
      await lockDicts(trx)
      if (!(await isBelow(trx, pid, id))) return
      const reason = { zh: '不能移到自己或下级字典之下', en: 'must not be the dictionary itself or one of its sub-dictionaries' }
      throw invalid('pid', dict.fields.pid.label, reason)
    },
    uses: async (trx, id) => {
      const { dicts: below, items } = await usesOfDict(trx, id)
      if (below > 0) return counted(below, '个下级字典', 'sub-dictionary', 'sub-dictionaries')
      return items > 0 ? counted(items, '个字典项', 'item', 'items') : null
    },
  })
  const items = createKeeper(kernel, {
    noun: dictItem,
    module,
    table: 'dict_item',
    order: ['pid', 'sort'],
    unique: { dict_item_code: 'code' },
    check: (_, { code }, present) => {
      if (present?.code !== 'fileServer' || code === 'fileServer') return Promise.resolve()
      throw new Refusal('inUse', { what: dictItem.word, by: usedBySystem })
    },
    uses: (_, _id, { code }) => Promise.resolve(code === 'fileServer' ? usedBySystem : null),
  })
  return {
    served: served(dictionaryCalls, {
      ...nounHandlers('Dict', dicts),
      listDictItemByPid: items.list,
      getDictItemByCode: async ({ code }, asked) => {
        const item = await kernel.transaction((trx) => items.byKey(trx, code, asked))
        if (!item) throw new Refusal('notFound', { what: dictItem.word })
        return item
      },
      saveDictItem: items.save,
      deleteDictItemById: items.remove,
    }),
    nouns: [kept(dicts), kept(items)],
  }
}

const usedBySystem = { zh: '系统按编码识别此项', en: 'the system recognises this item by its code' }

export const domain = declareModule({
  name: 'dictionary',
  create: createDictionary,
  references: {
    dict: { table: 'dict', name: 'name', dept: null, word: { zh: '字典', en: 'The dictionary' }, number: 'code' },
  },
})
