import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { notAvailableYet, served } from '../../kernel/serve.ts'
import type { HazardService } from './service.ts'

export const hazardRoutes = (hazards: HazardService) =>
  served(hazardCalls, {
    listBsDangAreaAll: (body, asked) => hazards.listFences(body, asked),
    listBsDangAreaByDeptId: (body, asked) => hazards.listFences(body, asked),
    saveBsDangArea: (body, asked) => hazards.saveFence(body, asked),
    deleteBsDangAreaById: (body, asked) => hazards.deleteFence(body, asked),
    listBsHazardAreaAll: (body, asked) => hazards.listAreas(body, asked),
    listBsHazardAreaByDeptId: (body, asked) => hazards.listAreas(body, asked),
    saveBsHazardArea: (body, asked) => hazards.saveArea(body, asked),
    deleteBsHazardAreaById: (body, asked) => hazards.deleteArea(body, asked),
    listBsHazardPointAll: notAvailableYet,
    listBsHazardPointByDeptId: notAvailableYet,
    saveBsHazardPoint: notAvailableYet,
    deleteBsHazardPointById: notAvailableYet,
  })
