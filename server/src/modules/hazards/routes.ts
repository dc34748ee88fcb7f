import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { deptNounHandlers } from '../../kernel/keeper.ts'
import { served } from '../../kernel/serve.ts'
import type { HazardService } from './service.ts'

export const hazardRoutes = (hazards: HazardService) =>
  served(hazardCalls, {
    listBsDangAreaAll: (body, asked) => hazards.listFences(body, asked),
    listBsDangAreaByDeptId: (body, asked) => hazards.listFences(body, asked),
    saveBsDangArea: (body, asked) => hazards.saveFence(body, asked),
    deleteBsDangAreaById: (body, asked) => hazards.deleteFence(body, asked),
    ...deptNounHandlers('BsHazardArea', hazards.areas),
    ...deptNounHandlers('BsHazardPoint', hazards.points),
  })
