import { deviceType } from '@vigil/contract/devices/entities.ts'
import { alarmLevel, fenceShape, fenceType } from '@vigil/contract/hazards/entities.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import { middleOf, type Shape } from '../../shared/map/draw/shape.ts'
import { sizeTexts } from '../../shared/map/draw/sizes.ts'
import type { FenceDraft, FieldName, Problem } from './fence-draft.ts'
import { rowText } from './schedule.ts'
import type { HazardTranslate } from './texts.ts'

export const fenceWord = { zh: '围栏', en: 'fence' } as const satisfies Text

/** Where a shape lies: two of the same size are told apart by it. */
const middleText = ({ points }: Shape, t: HazardTranslate): string[] => {
  const middle = middleOf(points)
  return middle ? [t('middleAt', { lng: middle[0].toFixed(6), lat: middle[1].toFixed(6) })] : []
}

/** The label of a field, as the form writes it. */
export const fieldLabel = (name: FieldName, t: HazardTranslate): string => t(name)

/** What is wrong, with the name of the field. */
export const problemText = (
  name: FieldName,
  problem: Problem,
  draft: FenceDraft,
  t: HazardTranslate,
  language: Language,
): string => {
  const said = (text: string): string => `${fieldLabel(name, t)}${language === 'zh' ? '' : ' '}${text}`
  switch (problem.kind) {
    case 'needed':
    case 'wholeNumber':
    case 'controlCharacters':
    case 'wrongForm':
      return said(t(problem.kind))
    case 'tooLong':
      return said(t('tooLong', { most: problem.most }))
    case 'tooMany':
      return said(t('tooMany', { most: problem.most }))
    case 'outOfRange':
      return said(t('outOfRange', { least: problem.least, most: problem.most }))
    case 'badCoordinate':
      return t('badCoordinate', { n: problem.at + 1 })
    case 'periodDays':
      return t('periodDays', { n: problem.at + 1 })
    case 'periodTimes':
      return t('periodTimes', { n: problem.at + 1 })
    case 'fewPoints':
      return t('fewPoints', { shape: fenceShape.name(draft.shape, language), least: problem.least, n: problem.count })
    case 'noCentre':
      return t('noCentre')
    case 'sidesCross':
      return t('sidesCross', { a: problem.sides[0] + 1, b: problem.sides[1] + 1 })
  }
}

/** Names behind the identifiers of a fence. */
export interface Names {
  readonly dept: (id: string) => string
  readonly area: (id: string) => string
  readonly person: ((id: string) => string) | null
}

/** A field of a fence in words, for reading and comparing. */
export const fieldText = (name: FieldName, draft: FenceDraft, names: Names, t: HazardTranslate, language: Language): string => {
  const list = (texts: readonly string[]): string =>
    texts.length === 0 ? t('none') : texts.join(language === 'zh' ? '、' : ', ')
  const metres = (value: number | null): string => (value === null ? t('none') : t('metres', { n: value }))
  switch (name) {
    case 'type':
      return fenceType.name(draft.type, language)
    case 'shape':
      return fenceShape.name(draft.shape, language)
    case 'level':
      return alarmLevel.name(draft.level, language)
    case 'points':
      return [t('pointsText', { n: draft.points.length }), ...sizeTexts(draft, language), ...middleText(draft, t)].join(
        language === 'zh' ? '，' : ', ',
      )
    case 'radius':
    case 'halfWidth':
      return metres(draft[name])
    case 'deptId':
      return draft.deptId === null ? t('none') : names.dept(draft.deptId)
    case 'areaId':
      return draft.areaId === null ? t('none') : names.area(draft.areaId)
    case 'floor':
      return draft.floor === null ? t('allFloors') : String(draft.floor)
    case 'deviceTypes':
      return draft.deviceTypes.length === 0
        ? t('allDevices')
        : list(draft.deviceTypes.map((kind) => deviceType.name(kind, language)))
    case 'allowDeptIds':
      return list(draft.allowDeptIds.map(names.dept))
    case 'allowUserIds':
      return draft.allowUserIds.length > 0 && !names.person
        ? t('peopleCount', { n: draft.allowUserIds.length })
        : list(draft.allowUserIds.map((id) => names.person?.(id) ?? id))
    case 'schedule':
      return draft.schedule.length === 0 ? t('always') : list(draft.schedule.map((row) => rowText(row, language)))
    case 'minInside':
    case 'minOutside':
      return draft[name] === null ? t('none') : `${draft[name]} ${t('seconds')}`
    case 'colour':
      return draft.colour === '' ? t('levelColour') : draft.colour
    case 'enable':
      return draft.enable === 1 ? t('on') : t('off')
    case 'name':
    case 'remark':
      return draft[name] === '' ? t('none') : draft[name]
  }
}

/** The fields that say something about a draft, in the order of the form. */
export const fieldsShown = ({ shape }: Shape): FieldName[] => [
  'name',
  'type',
  'level',
  'enable',
  'colour',
  'shape',
  'points',
  ...(shape === 'circle' ? (['radius'] as const) : []),
  ...(shape === 'corridor' ? (['halfWidth'] as const) : []),
  'floor',
  'deptId',
  'areaId',
  'deviceTypes',
  'allowDeptIds',
  'allowUserIds',
  'minInside',
  'minOutside',
  'schedule',
  'remark',
]
