import { z } from 'zod'
import { call, type Needs } from '../kernel/call.ts'
import { nounCalls, saving } from '../kernel/noun.ts'
import { deleteCall, id, listCall, requiredText, saveCall } from '../kernel/shapes.ts'
import { dictItem } from './dict-item.ts'
import { dict } from './dict.ts'

const seesDictionary: Needs = { anyOf: ['dictMgmt'] }
const editsDictionary: Needs = { anyOf: ['dictMgmt:edit'] }

export const dictionaryCalls = {
  ...nounCalls('Dict', '/base/bsDict', dict, {
    sees: seesDictionary,
    edits: editsDictionary,
    usedByOthers: true,
    deletes: { zh: '删除字典，有下级或字典项时拒绝', en: 'Delete a dictionary; refused while it has sub-dictionaries or items' },
  }),
  listDictItemByPid: listCall({
    path: '/base/bsDictItem/listDictItemByPid',
    describe: { zh: '字典的字典项', en: 'The items of a dictionary' },
    needs: 'signedIn',
    filter: { ...dictItem.filter, pid: id },
    item: dictItem.record,
  }),
  getDictItemByCode: call({
    path: '/base/bsDictItem/getDictItemByCode',
    describe: {
      zh: '按编码查字典项；编码 fileServer 的 des 是上传地址',
      en: 'A dictionary item by its code; `des` of the code `fileServer` is the upload address',
    },
    needs: 'signedIn',
    reads: true,
    body: z.object({ code: requiredText(64) }),
    data: dictItem.record,
    codes: ['notFound'],
  }),
  saveDictItem: saving(
    dictItem,
    saveCall({
      path: '/base/bsDictItem/saveDictItem',
      describe: { zh: '新增或修改字典项', en: 'Create or change a dictionary item' },
      needs: editsDictionary,
      fields: dictItem.saved,
      record: dictItem.record,
    }),
  ),
  deleteDictItemById: deleteCall(
    '/base/bsDictItem/deleteDictItemById',
    { zh: '删除字典项', en: 'Delete a dictionary item' },
    editsDictionary,
    ['inUse'],
  ),
}
