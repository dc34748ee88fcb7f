import type { Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import type { Noun } from '../kernel/noun.ts'
import { byDepartment, listCall } from '../kernel/shapes.ts'
import { mapObject } from './entities.ts'

/** `list…ObjectAll` and `list…ObjectByDeptId`: a noun's records as things on the map. */
export const mapObjectCalls = <const Wire extends string>(
  wire: Wire,
  path: `/${string}`,
  { name, words }: Pick<Noun, 'name' | 'words'>,
  sees: Needs,
) => {
  const all = listing(
    [name],
    listCall({
      path: `${path}/list${wire}ObjectAll`,
      describe: { zh: `全部${words.zh}的地图对象`, en: `All ${words.en} as map objects` },
      needs: sees,
      filter: {},
      item: mapObject,
    }),
  )
  const byDept = listing(
    [name],
    listCall({
      path: `${path}/list${wire}ObjectByDeptId`,
      describe: { zh: `部门${words.zh}的地图对象`, en: `The ${words.en} of a department as map objects` },
      needs: sees,
      filter: byDepartment,
      item: mapObject,
    }),
  )
  return { [`list${wire}ObjectAll`]: all, [`list${wire}ObjectByDeptId`]: byDept } as Record<`list${Wire}ObjectAll`, typeof all> &
    Record<`list${Wire}ObjectByDeptId`, typeof byDept>
}
