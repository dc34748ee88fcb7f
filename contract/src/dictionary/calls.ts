import type { Needs } from '../kernel/call.ts'
import { plannedCall } from '../kernel/shapes.ts'

const seesDictionary: Needs = { anyOf: ['dictMgmt'] }
const editsDictionary: Needs = { anyOf: ['dictMgmt:edit'] }

export const dictionaryCalls = {
  listDictAll: plannedCall('/base/bsDict/listDictAll', { zh: '全部字典', en: 'All dictionaries' }, seesDictionary),
  saveDict: plannedCall('/base/bsDict/saveDict', { zh: '新增或修改字典', en: 'Create or change a dictionary' }, editsDictionary),
  deleteDictById: plannedCall(
    '/base/bsDict/deleteDictById',
    { zh: '删除字典，有字典项时拒绝', en: 'Delete a dictionary; refused while it has items' },
    editsDictionary,
  ),

  listDictItemByPid: plannedCall(
    '/base/bsDictItem/listDictItemByPid',
    { zh: '字典的字典项', en: 'The items of a dictionary' },
    'signedIn',
  ),
  getDictItemByCode: plannedCall(
    '/base/bsDictItem/getDictItemByCode',
    {
      zh: '按编码查字典项；编码 fileServer 的 des 是上传地址',
      en: 'A dictionary item by its code; `des` of the code `fileServer` is the address for uploads',
    },
    'signedIn',
  ),
  saveDictItem: plannedCall(
    '/base/bsDictItem/saveDictItem',
    { zh: '新增或修改字典项', en: 'Create or change a dictionary item' },
    editsDictionary,
  ),
  deleteDictItemById: plannedCall(
    '/base/bsDictItem/deleteDictItemById',
    { zh: '删除字典项', en: 'Delete a dictionary item' },
    editsDictionary,
  ),
}
