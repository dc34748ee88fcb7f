import { z } from 'zod'
import { fileId } from '../files/entities.ts'
import { takingFile } from '../files/calls.ts'
import { call, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { byDepartment, countsByDept, id, listCall, optionalBody, recordFields, requiredText, text } from '../kernel/shapes.ts'
import { caseFailing, caseItem, caseStatus, caseStep, longest } from './entities.ts'
import { evidenceCase, namedCase } from './evidence-case.ts'

const sees: Needs = { anyOf: ['evidenceCaseMgmt'] }
const makes: Needs = { anyOf: ['alarm:handle'] }
const filter = { ...evidenceCase.filter, alarmId: id.optional() }

export const caseCalls = {
  createZdCase: call({
    path: '/zd/zdCase/createZdCase',
    describe: {
      zh: '把一条报警归档为证据：报警、经过、轨迹、通话和同来源报警照当时原样保存；已归档的返回原档案；无权查看档案的只返回编号',
      en: 'Keep an alarm as evidence: the alarm, its history, its track, its calls and the alarms of its source, copied as they stand; one that is kept already answers its case; who may not see cases is told its number alone',
    },
    needs: makes,
    body: z.object({
      alarmId: id,
      title: text(longest.title).optional(),
      note: text(longest.note).optional(),
    }),
    data: namedCase,
    codes: ['notFound'],
  }),
  listZdCaseByDeptId: listing(
    ['evidenceCase'],
    listCall({
      path: '/zd/zdCase/listZdCaseByDeptId',
      describe: { zh: '部门的证据档案', en: 'The evidence cases of a department' },
      needs: sees,
      reads: 'privately',
      filter: { ...byDepartment, ...filter },
      item: evidenceCase.record,
    }),
  ),
  countZdCaseByDeptId: listing(
    ['evidenceCase'],
    call({
      path: '/zd/zdCase/countZdCaseByDeptId',
      describe: { zh: '各部门的证据档案数', en: 'How many evidence cases each department has' },
      needs: sees,
      reads: 'privately',
      body: optionalBody(filter),
      data: countsByDept,
    }),
  ),
  getZdCaseById: listing(
    ['evidenceCase'],
    call({
      path: '/zd/zdCase/getZdCaseById',
      describe: { zh: '一份证据档案，含材料和经过', en: 'One evidence case with its items and its history' },
      needs: sees,
      reads: 'privately',
      body: z.object({ id }),
      data: z.object({
        case: evidenceCase.record,
        items: z.array(caseItem),
        steps: z.array(caseStep),
        /** What becomes of the alarm is yet to be added. */
        follows: z.boolean(),
        /** Null where that did not fail. */
        failing: caseFailing.nullable(),
        /** Of all items together. */
        bytes: z.number().int(),
      }),
      codes: ['notFound'],
    }),
  ),
  saveZdCase: call({
    path: '/zd/zdCase/saveZdCase',
    describe: {
      zh: '修改证据档案的标题、说明和状态；材料不变；无权查看档案的只返回编号',
      en: 'Change title, note and status of an evidence case; its items stay; who may not see cases is told its number alone',
    },
    needs: makes,
    body: z.object({
      id,
      version: recordFields.version.optional(),
      title: requiredText(longest.title),
      note: text(longest.note),
      status: caseStatus.schema,
    }),
    data: namedCase,
    codes: ['notFound', 'conflict'],
  }),
  followZdCase: call({
    path: '/zd/zdCase/followZdCase',
    describe: {
      zh: '把报警归档以来的变化（状态、经过、备注、轨迹）补充进未结案的证据档案，原有材料不变；报警处理后系统自动补充',
      en: 'Add to an open evidence case what became of its alarm since: status, history, notes, track; what is there stays. Once the alarm is handled the system does so by itself',
    },
    needs: makes,
    body: z.object({ id }),
    data: z.object({ added: z.number().int() }),
    codes: ['notFound'],
  }),
  addZdCaseItem: takingFile(
    call({
      path: '/zd/zdCase/addZdCaseItem',
      describe: {
        zh: '给未结案的证据档案补充一条备注或一个已上传的文件（图片或 PDF）',
        en: 'Add a note, or a file that was uploaded (a picture or a PDF), to an open evidence case',
      },
      needs: makes,
      body: z.object({ id, text: text(longest.text).optional(), fileId: fileId.optional() }),
      data: caseItem,
      codes: ['notFound', 'fileRejected'],
    }),
  ),
}
