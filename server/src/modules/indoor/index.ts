import { building } from '@vigil/contract/indoor/building.ts'
import { indoorCalls } from '@vigil/contract/indoor/calls.ts'
import { floor } from '@vigil/contract/indoor/floor.ts'
import { indoorArea } from '@vigil/contract/indoor/indoor-area.ts'
import { createKeeper, deptNounHandlers, nounHandlers } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Module } from '../../kernel/module.ts'
import { served } from '../../kernel/serve.ts'
import { floorCount } from './store.ts'

/** Buildings, their floors with plans, and the areas on them. */
const createIndoor = (kernel: Kernel): Module => {
  const module = 'indoor'
  const buildings = createKeeper(kernel, {
    noun: building,
    module,
    table: 'building',
    shown: { floorCount },
    unique: { building_name: 'name' },
  })
  const floors = createKeeper(kernel, {
    noun: floor,
    module,
    table: 'floor',
    order: ['pid', 'level'],
    unique: { floor_level: 'level' },
  })
  const areas = createKeeper(kernel, {
    noun: indoorArea,
    module,
    table: 'indoor_area',
    order: ['pid', 'name'],
    unique: { indoor_area_name: 'name' },
  })
  return {
    served: served(indoorCalls, {
      ...deptNounHandlers('BsBuilding', buildings),
      ...nounHandlers('BsFloor', floors),
      listBsFloorByPid: floors.list,
      ...deptNounHandlers('BsIndoorArea', areas),
      listBsIndoorAreaByPid: areas.list,
    }),
    nouns: [kept(buildings), kept(floors), kept(areas)],
  }
}

export const domain = declareModule({
  name: 'indoor',
  create: createIndoor,
  references: {
    building: { table: 'building', name: 'name', dept: 'dept_id', word: { zh: '建筑', en: 'The building' } },
    floor: { table: 'floor', name: 'name', dept: { by: 'pid', of: 'building' }, word: { zh: '楼层', en: 'The floor' } },
  },
})
