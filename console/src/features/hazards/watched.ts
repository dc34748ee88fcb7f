import { deviceType } from '@vigil/contract/devices/entities.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { hazardTexts } from './texts.ts'

type Watching = Pick<Fence, 'type' | 'deviceTypes' | 'deptName' | 'allowDeptIds' | 'allowUserIds'>

const { hat, badge, car } = deviceType.code
/** Whatever else is chosen: people have no speed limit, vehicles no post. */
const ofOneKind: Readonly<Partial<Record<Fence['type'], Fence['deviceTypes']>>> = {
  speed: [car],
  still: [hat, badge],
  post: [hat, badge],
  assembly: [hat, badge],
  patrol: [hat, badge],
}

/** Whom a fence watches, and who is allowed there: why somebody may be inside without an alarm. */
export const watchedTexts = (
  { type: rule, deviceTypes: chosen, deptName, allowDeptIds, allowUserIds }: Watching,
  language: Language,
): string[] => {
  const t = translate(hazardTexts, language)
  const deviceTypes = ofOneKind[rule] ?? chosen
  const isPerson = (type: Fence['deviceTypes'][number]): boolean => type !== deviceType.code.car
  const [people, vehicles] = [deviceTypes.filter(isPerson), deviceTypes.some((type) => !isPerson(type))]
  const kinds = deviceTypes.map((type) => deviceType.name(type, language)).join(t('listComma'))
  const watched =
    deviceTypes.length === 0 || (people.length === 2 && vehicles)
      ? t('watchesAll')
      : people.length === 0
        ? t('watchesVehicles')
        : people.length === 2
          ? t('watchesPeople')
          : t('watchesOnly', { kinds })
  const namedAs = rule === 'post' ? 'postOf' : rule === 'patrol' ? 'patrolOf' : 'allowed'
  const allowed = [
    ...(allowDeptIds.length > 0 ? [t('allowedDepts', { n: allowDeptIds.length })] : []),
    ...(allowUserIds.length > 0 ? [t('allowedPeople', { n: allowUserIds.length })] : []),
  ]
  return [
    watched,
    ...(deptName === null ? [] : [t('watchesDept', { dept: deptName })]),
    ...(allowed.length > 0 && rule !== 'assembly' ? [t(namedAs, { who: allowed.join(t('listComma')) })] : []),
  ]
}
