import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { deptNounHandlers } from '../../kernel/keeper.ts'
import { served } from '../../kernel/serve.ts'
import type { HazardService } from './service.ts'

export const hazardRoutes = (hazards: HazardService) =>
  served(hazardCalls, {
    ...deptNounHandlers('BsDangArea', hazards.fences),
    backTestBsDangArea: (body, asked) => hazards.backTest(body, asked),
    ...deptNounHandlers('BsHazardArea', hazards.areas),
    ...deptNounHandlers('BsHazardPoint', hazards.points),
  })
