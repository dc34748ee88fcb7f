import { defineTexts } from '../i18n/texts.ts'

export const mapTexts = defineTexts('shared/map', {
  noWebGl: { zh: '此浏览器无法绘制地图', en: 'This browser cannot draw the map' },
  noWebGlHint: {
    zh: '地图需要 WebGL 2，请在浏览器设置中开启硬件加速，或换用新版 Chrome、Edge 后重新打开本页',
    en: 'The map needs WebGL 2: turn on hardware acceleration in the browser, or open this page in a current Chrome or Edge',
  },
  noBasemap: { zh: '站点还没有底图', en: 'This site has no basemap yet' },
  noBasemapHint: {
    zh: '在“站点设置”中导入底图后，位置会画在图上',
    en: 'Import a basemap under Site settings to see positions on it',
  },
  noBasemapAsk: {
    zh: '请管理员在“站点设置”中导入底图',
    en: 'Ask an administrator to import a basemap under Site settings',
  },
  importPlan: { zh: '去导入底图', en: 'Import a basemap' },
  loading: { zh: '正在绘制地图…', en: 'Drawing the map…' },
  lost: { zh: '地图画面中断，正在恢复', en: 'The map display was lost and is being restored' },
  lostHint: {
    zh: '显卡停止了绘制，画面恢复前看不到人员和车辆的位置',
    en: 'The graphics card stopped drawing. No positions are shown until it recovers',
  },
  drawAgain: { zh: '重新绘制', en: 'Draw it again' },
  outsideAreas: { zh: '区域外', en: 'Outside areas' },
  nearArea: { zh: '距 {area} {n} m', en: '{n} m from {area}' },
  farArea: { zh: '距 {area} {n} km', en: '{n} km from {area}' },
  tools: { zh: '地图工具', en: 'Map tools' },
  zoomIn: { zh: '放大', en: 'Zoom in' },
  zoomOut: { zh: '缩小', en: 'Zoom out' },
  fit: { zh: '显示全厂', en: 'Show the whole site' },
  metres: { zh: '{n} 米', en: '{n} m' },
  kilometres: { zh: '{n} 公里', en: '{n} km' },
})
