import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { fenceDefaults, fenceType, type FenceType } from '@vigil/contract/hazards/entities.ts'
import { fence } from '@vigil/contract/hazards/fence.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { translate } from '../../shared/i18n/texts.ts'
import type { Draft } from '../../shared/spec/record.ts'
import { shapeIn } from '../../shared/spec/shape-parts.ts'
import { defineList } from '../../shared/spec/spec.ts'
import { LevelLabel } from '../../shared/ui/level-mark.tsx'
import { fenceCheck } from './fence-check.ts'
import {
  AtOnceNote,
  ColourInput,
  DevicesInput,
  FixedColour,
  FixedDevices,
  FixedFloor,
  FixedLevel,
  HalfWidthInput,
  LevelInput,
  PointList,
  PointsInput,
  RadiusInput,
  ReadOnlyNote,
  ShapeKindInput,
} from './fence-editors.tsx'
import { hazardTexts } from './texts.ts'
import { ToMap } from './to-map.tsx'

const texts = hazardTexts.table
const isOfShape =
  (shape: string) =>
  (draft: Draft): boolean =>
    draft['shape'] === shape

const fenceTypeIn = (draft: Draft): FenceType => fenceType.schema.safeParse(draft['type']).data ?? fenceType.code.noEntry
const isOfType =
  (type: FenceType) =>
  (draft: Draft): boolean =>
    fenceTypeIn(draft) === type
const isOneOf =
  (...types: readonly FenceType[]) =>
  (draft: Draft): boolean =>
    types.includes(fenceTypeIn(draft))
/** Of which vehicles are nobody, or nobody else is anything. */
const isOfOneKind = isOneOf('speed', 'still', 'post', 'assembly', 'patrol')
const isWay = (draft: Draft): boolean => isOfType('noEntry')(draft) || isOfType('noExit')(draft)
const minInsideHint = (draft: Draft): Text | null => {
  if (isOneOf('patrol')(draft)) return texts.visitHint
  return isWay(draft) || isOneOf('post')(draft) ? (fence.fields.minInside.hint ?? null) : texts.lastsHint
}
const minOutsideHint = (draft: Draft): Text | null =>
  isWay(draft) || isOneOf('post')(draft) ? (fence.fields.minOutside.hint ?? null) : texts.clearsHint

/** What a number means to a fence of one type, where its own name would not say it. */
const minCountLabel = (draft: Draft): Text =>
  isOneOf('post')(draft) ? texts.onPost : isOneOf('assembly')(draft) ? texts.toAssemble : fence.fields.minCount.label
const minCountHintOf = (draft: Draft): Text =>
  isOneOf('post')(draft) ? texts.onPostHint : isOneOf('assembly')(draft) ? texts.toAssembleHint : texts.minCountHint
const stayLimitLabels: Readonly<Partial<Record<FenceType, Text>>> = {
  post: texts.unmanned,
  assembly: texts.assembleWithin,
  patrol: texts.patrolEvery,
}
const stayLimitHints: Readonly<Partial<Record<FenceType, Text>>> = {
  post: texts.unmannedHint,
  assembly: texts.assembleWithinHint,
  patrol: texts.patrolEveryHint,
}
const allowDeptsLabel = (draft: Draft): Text =>
  isOneOf('post')(draft) ? texts.postDepts : isOneOf('patrol')(draft) ? texts.patrolDepts : fence.fields.allowDeptIds.label
const allowUsersLabel = (draft: Draft): Text =>
  isOneOf('post')(draft) ? texts.postPeople : isOneOf('patrol')(draft) ? texts.patrolPeople : fence.fields.allowUserIds.label
const allowDeptsHint = (draft: Draft): Text =>
  isOneOf('post')(draft) ? texts.postHintOfDepts : isOneOf('patrol')(draft) ? texts.patrolHintOfDepts : texts.allowDeptsHint

const pointsLabel = (draft: Draft): Text => {
  const n = shapeIn(draft['points'], draft)?.points.length ?? 0
  if (isOfShape('circle')(draft)) return texts.centreOf
  return { zh: translate(hazardTexts, 'zh')('pointsOf', { n }), en: translate(hazardTexts, 'en')('pointsOf', { n }) }
}
const savedText = (name: string, enable: 0 | 1): Text => {
  const key = enable === 1 ? 'saved' : 'savedOff'
  return { zh: translate(hazardTexts, 'zh')(key, { name }), en: translate(hazardTexts, 'en')(key, { name }) }
}

/** How fences are listed and edited. */
export const fenceSpec = defineList(fence, {
  calls: {
    list: hazardCalls.listBsDangAreaByDeptId,
    save: hazardCalls.saveBsDangArea,
    remove: hazardCalls.deleteBsDangAreaById,
    counts: hazardCalls.countBsDangAreaByDeptId,
  },
  columns: [
    'name',
    'type',
    { field: 'level', render: ({ level }) => <LevelLabel level={level} /> },
    'enable',
    { field: 'shape', width: 90 },
    'deptName',
    'areaName',
    'deviceTypes',
    'schedule',
    { field: 'floor', hidden: true },
    { field: 'maxCount', hidden: true },
    { field: 'minCount', hidden: true },
    { field: 'stayLimit', hidden: true },
    { field: 'stillLimit', hidden: true },
    { field: 'gatherCount', hidden: true },
    { field: 'gatherRadius', hidden: true },
    { field: 'gatherSeconds', hidden: true },
    { field: 'speedLimit', hidden: true },
    { field: 'minInside', hidden: true },
    { field: 'minOutside', hidden: true },
    { field: 'allowDeptIds', hidden: true },
    { field: 'allowUserIds', hidden: true },
    { field: 'points', hidden: true },
    { field: 'radius', hidden: true },
    { field: 'halfWidth', hidden: true },
    { field: 'colour', hidden: true },
    { field: 'remark', hidden: true },
  ],
  form: [
    {
      title: texts.basics,
      fields: [
        { block: ReadOnlyNote },
        { field: 'name', label: texts.name, placeholder: texts.namePlaceholder, wide: true },
        {
          field: 'type',
          wide: true,
          hint: (draft) => texts[`${fenceTypeIn(draft)}Hint`],
        },
        { field: 'maxCount', when: isOfType('headcount'), hint: texts.maxCountHint },
        { field: 'minCount', when: isOneOf('headcount', 'post'), label: minCountLabel, hint: minCountHintOf },
        { field: 'minCount', when: isOfType('assembly'), needed: true, label: minCountLabel, hint: minCountHintOf },
        {
          field: 'stayLimit',
          when: isOneOf('stay', 'assembly', 'patrol'),
          needed: true,
          label: (draft) => stayLimitLabels[fenceTypeIn(draft)] ?? fence.fields.stayLimit.label,
          hint: (draft) => stayLimitHints[fenceTypeIn(draft)] ?? texts.stayLimitHint,
        },
        { field: 'stayLimit', when: isOfType('post'), label: texts.unmanned, hint: texts.unmannedHint },
        { field: 'stillLimit', when: isOfType('still'), needed: true, hint: texts.stillLimitHint },
        { field: 'gatherCount', when: isOfType('gathering'), needed: true, hint: texts.gatherCountHint },
        { field: 'speedLimit', when: isOfType('speed'), needed: true, hint: texts.speedLimitHint },
        { field: 'gatherRadius', when: isOfType('gathering') },
        { field: 'gatherSeconds', when: isOfType('gathering') },
        { field: 'level', wide: true, editor: LevelInput, fixed: FixedLevel },
        { field: 'enable', hint: (draft) => (draft['enable'] === 1 ? texts.enabledHint : texts.disabledHint) },
        { field: 'colour', editor: ColourInput, fixed: FixedColour, hint: () => null },
      ],
    },
    {
      title: texts.place,
      fields: [
        { field: 'shape', wide: true, editor: ShapeKindInput },
        { field: 'radius', wide: true, needed: true, editor: RadiusInput, when: isOfShape('circle') },
        { field: 'halfWidth', wide: true, needed: true, editor: HalfWidthInput, when: isOfShape('corridor') },
        { field: 'points', label: pointsLabel, editor: PointsInput, hint: () => null },
        { block: PointList },
        { field: 'floor', wide: true, fixed: FixedFloor },
        { field: 'deptId', placeholder: texts.deptPlaceholder },
        { field: 'areaId', placeholder: texts.areaPlaceholder },
      ],
    },
    {
      title: texts.watched,
      fields: [
        { field: 'deviceTypes', editor: DevicesInput, fixed: FixedDevices, when: (draft) => !isOfOneKind(draft) },
        {
          field: 'allowDeptIds',
          placeholder: texts.nobody,
          label: allowDeptsLabel,
          hint: allowDeptsHint,
        },
        { field: 'allowUserIds', placeholder: texts.searchPeople, label: allowUsersLabel },
      ],
      when: (draft) => !isOfType('assembly')(draft),
    },
    {
      title: texts.timing,
      fields: [
        {
          field: 'minInside',
          when: isOneOf('noEntry', 'noExit', 'headcount', 'post', 'patrol'),
          hint: minInsideHint,
        },
        { field: 'minOutside', when: (draft) => !isOneOf('assembly', 'patrol')(draft), hint: minOutsideHint },
        { block: AtOnceNote, when: (draft) => draft['type'] === fenceType.code.noEntry && draft['level'] === 1 },
        { field: 'schedule', when: (draft) => !isOfType('assembly')(draft) },
        { field: 'schedule', needed: true, when: isOfType('assembly'), hint: texts.assemblyHoursHint },
        'remark',
      ],
    },
  ],
  presets: {
    type: fenceType.code.noEntry,
    level: 2,
    shape: 'polygon',
    halfWidth: fenceDefaults.corridorHalfWidth,
    deviceTypes: ['hat', 'badge'],
  },
  check: fenceCheck,
  savedText: ({ name, enable }) => savedText(name, enable),
  deleteHint: texts.deleteHint,
  conflictHint: texts.theirShape,
  tools: ToMap,
  invalidates: [hazardCalls.listBsDangAreaAll],
  icon: 'fence',
  emptyHint: texts.noFencesHint,
})
