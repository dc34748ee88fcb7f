import { defineTexts } from '../../shared/i18n/texts.ts'

export const setupTexts = defineTexts('features/site/setup', {
  title: { zh: '开始使用守望', en: 'Setting up Vigil' },
  lead: {
    zh: '按顺序完成下面几步，站点就可以投入使用。随时可以离开，进度按实际数据计算。',
    en: 'After these steps the site is ready for use. Leave whenever you like: what is done is read from the data.',
  },
  progress: { zh: '已完成 {done} / {all}', en: '{done} of {all} done' },
  later: { zh: '先看首页', en: 'Go to the home screen' },
  done: { zh: '已完成', en: 'Done' },
  next: { zh: '下一步', en: 'Next' },
  open: { zh: '未完成', en: 'To do' },
  items: { zh: '{n} 个', en: '{n}' },
  people: { zh: '{n} 人', en: '{n}' },
  devices: { zh: '{n} 台', en: '{n}' },
  features: { zh: '{n} 个要素', en: '{n} features' },

  administrator: { zh: '管理员', en: 'Administrator' },
  administratorHint: {
    zh: '首位管理员的密码已修改。建议再建一名管理员，以防唯一的账号不可用。',
    en: 'The first administrator has changed the password. A second one helps when the only account cannot be used.',
  },
  addUser: { zh: '管理用户', en: 'Users' },
  site: { zh: '站点与阈值', en: 'Site and limits' },
  siteHint: {
    zh: '填写站点名称、地图中心、离线时间、工作时间和数据保留天数。',
    en: 'Name, middle of the map, when devices count as offline, working hours and how long data are kept.',
  },
  settings: { zh: '站点设置', en: 'Site settings' },
  map: { zh: '地图', en: 'Map' },
  mapHint: {
    zh: '导入厂区底图（GeoJSON），人员和车辆的位置画在图上。',
    en: 'Import the basemap of the site (GeoJSON), on which people and vehicles are drawn.',
  },
  importMap: { zh: '导入底图', en: 'Import a basemap' },
  depts: { zh: '组织机构', en: 'Departments' },
  deptsHint: {
    zh: '建立部门。人员、设备、区域都归属部门，数据范围也按部门划分。',
    en: 'People, devices and areas belong to departments, and so does what each user may see.',
  },
  newDepts: { zh: '建立部门', en: 'Make departments' },
  staff: { zh: '人员', en: 'People' },
  staffHint: {
    zh: '用 Excel 或 CSV 导入花名册：下载模板，填好后导入，有错的行会逐行说明。',
    en: 'Import the staff list from Excel or CSV: fill in the template; what is wrong is told row by row.',
  },
  importing: { zh: '数据导入', en: 'Data import' },
  equipment: { zh: '设备', en: 'Devices' },
  equipmentHint: {
    zh: '导入安全帽、工牌和车辆，并绑定到人员。',
    en: 'Import helmets, badges and vehicles, and bind them to people.',
  },
  reporting: { zh: '设备上报', en: 'Reporting' },
  reportingHint: {
    zh: '新建设备密钥，交给设备或网关。第一条位置到达后，设备显示为在线。',
    en: 'Make a device key for devices or their gateway. With its first position a device is shown as online.',
  },
  makeKey: { zh: '设备密钥', en: 'Device keys' },
})
