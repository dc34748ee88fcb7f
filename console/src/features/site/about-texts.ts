import { defineTexts } from '../../shared/i18n/texts.ts'

export const aboutTexts = defineTexts('features/site/about', {
  about: { zh: '关于', en: 'About' },
  name: { zh: '守望', en: 'Vigil' },
  otherName: { zh: 'Vigil', en: '守望' },
  setup: { zh: '开站向导', en: 'Setup guide' },
  setupHint: { zh: '继续完成剩余步骤', en: 'Finish the remaining steps' },
  purpose: { zh: '守护厂区里的每一个人、每一辆车', en: 'Watches over the people and vehicles of an industrial site' },
  versions: { zh: '版本', en: 'Versions' },
  help: { zh: '帮助与支持', en: 'Help and support' },
  callsDocs: { zh: '接口文档', en: 'API documentation' },
  callsDocsHint: { zh: '供对接其他系统的开发人员使用', en: 'For developers connecting other systems' },
  operations: { zh: '运维说明', en: 'Operations' },
  operationsHint: {
    zh: '安装、备份、升级和排障见安装目录下的 docs/operations.md',
    en: 'For installation, backup, upgrades and troubleshooting see docs/operations.md in the installation folder',
  },
  support: { zh: '遇到问题', en: 'Reporting a problem' },
  supportHint: {
    zh: '请先告诉本单位的系统管理员，并附上本页的版本号和右上角“错误日志”里的内容。',
    en: 'Contact the administrator of your site first. Include the versions on this page and the contents of the error log at the top right.',
  },
  packages: { zh: '第三方软件', en: 'Third-party software' },
  packagesCount: { zh: '{n} 个', en: '{n, package|packages}' },
  search: { zh: '按名称或许可证查找', en: 'Search by name or licence' },
  nothingFound: { zh: '没有找到', en: 'Nothing found' },
  package: { zh: '名称', en: 'Name' },
  version: { zh: '版本', en: 'Version' },
  licence: { zh: '许可证', en: 'Licence' },
  unknownLicence: { zh: '见软件包内说明', en: 'see the package' },
})
