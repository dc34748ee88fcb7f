import { defineTexts } from '../../shared/i18n/texts.ts'

export const setupTexts = defineTexts('features/site/setup', {
  title: { zh: '开始使用守望', en: 'Setting up Vigil' },
  lead: {
    zh: '按顺序完成以下步骤，站点即可投入使用。可以随时离开，进度按实际数据计算。',
    en: 'Complete these steps in order and the site is ready for use. You can leave at any time: progress is taken from the actual data.',
  },
  progress: { zh: '已完成 {done} / {all}', en: '{done} of {all} done' },
  later: { zh: '先看首页', en: 'Go to home' },
  done: { zh: '已完成', en: 'Done' },
  next: { zh: '下一步', en: 'Next' },
  open: { zh: '未完成', en: 'To do' },
  items: { zh: '{n} 个', en: '{n}' },
  people: { zh: '{n} 人', en: '{n, person|people}' },
  devices: { zh: '{n} 台', en: '{n, device|devices}' },
  features: { zh: '{n} 个要素', en: '{n, feature|features}' },

  administrator: { zh: '管理员', en: 'Administrator' },
  administratorHint: {
    zh: '首位管理员的密码已修改。建议再新增一名管理员，以防唯一的账号不可用。',
    en: 'The password of the first administrator has been changed. Add a second administrator in case the only account cannot be used.',
  },
  addUser: { zh: '管理用户', en: 'Users' },
  site: { zh: '站点与阈值', en: 'Site and thresholds' },
  siteHint: {
    zh: '填写站点名称、地图中心、离线时间、工作时间和数据保留天数。',
    en: 'Enter the site name, map centre, offline times, working hours and how long data is kept.',
  },
  settings: { zh: '站点设置', en: 'Site settings' },
  map: { zh: '地图', en: 'Map' },
  mapHint: {
    zh: '导入厂区底图（GeoJSON），人员和车辆的位置显示在底图上。',
    en: 'Import the basemap of the site (GeoJSON). The positions of people and vehicles are shown on it.',
  },
  importMap: { zh: '导入底图', en: 'Import a basemap' },
  depts: { zh: '组织机构', en: 'Departments' },
  deptsHint: {
    zh: '新增部门。人员、设备、区域都归属部门，数据范围也按部门划分。',
    en: 'Add departments. People, devices and areas belong to departments, and data scopes follow them.',
  },
  newDepts: { zh: '新增部门', en: 'Add departments' },
  staff: { zh: '人员', en: 'People' },
  staffHint: {
    zh: '用 Excel 或 CSV 导入花名册：下载模板，填好后导入，错误会逐行列出。',
    en: 'Import the staff list from Excel or CSV: download the template, fill it in and import it. Errors are listed row by row.',
  },
  importing: { zh: '数据导入', en: 'Data import' },
  equipment: { zh: '设备', en: 'Devices' },
  equipmentHint: {
    zh: '导入安全帽、工牌和车辆，并绑定到人员。',
    en: 'Import helmets, badges and vehicles and bind them to people.',
  },
  reporting: { zh: '设备上报', en: 'Device reporting' },
  reportingHint: {
    zh: '新建设备密钥，交给设备或网关。第一条位置到达后，设备显示为在线。',
    en: 'Create a device key for the devices or their gateway. A device is shown as online once its first position arrives.',
  },
  makeKey: { zh: '设备密钥', en: 'Device keys' },
})
