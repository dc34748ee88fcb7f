import { defineTexts } from '../../i18n/texts.ts'

export const drawTexts = defineTexts('shared/map/draw', {
  moveWhole: { zh: '按住拖动，移动整个围栏（方向键也可以）', en: 'Drag to move the whole fence (arrow keys work too)' },
  changeRadius: { zh: '半径（米），拖动或用方向键调整', en: 'Radius in metres: drag it or use the arrow keys' },
  changeHalfWidth: { zh: '半宽（米），拖动或用方向键调整', en: 'Half width in metres: drag it or use the arrow keys' },
  radiusIs: { zh: '半径 {n} 米', en: 'Radius {n} m' },
  halfWidthIs: { zh: '半宽 {n} 米', en: 'Half width {n} m' },
  crossesHere: { zh: '边在此相交', en: 'The sides cross here' },
  disabled: { zh: '停用', en: 'off' },
  toolsFailed: {
    zh: '绘图工具没有载入，可在坐标表中填写坐标',
    en: 'The drawing tools did not load: type the coordinates into the table instead',
  },
})
