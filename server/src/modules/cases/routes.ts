import { caseCalls } from '@vigil/contract/cases/calls.ts'
import { served } from '../../kernel/serve.ts'
import type { CaseService } from './service.ts'

export const caseRoutes = (cases: CaseService) =>
  served(caseCalls, {
    createZdCase: (body, asked) => cases.make(body, asked),
    listZdCaseByDeptId: (body, asked) => cases.list(body, asked),
    countZdCaseByDeptId: (body, asked) => cases.countByDept(body, asked),
    getZdCaseById: ({ id }, asked) => cases.one(id, asked),
    saveZdCase: (body, asked) => cases.save(body, asked),
    followZdCase: (body, asked) => cases.bringUpToDate(body, asked),
    addZdCaseItem: (body, asked) => cases.add(body, asked),
  })
