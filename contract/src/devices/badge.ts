import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { devEuiCode } from '../kernel/written-codes.ts'
import { health, kept } from './reporting.ts'

/** A smart badge. */
export const badge = noun({
  name: 'badge',
  word: { zh: '工牌', en: 'badge' },
  words: { zh: '工牌', en: 'badges' },
  route: 'badgeMgmt',
  fields: {
    badgeNo: field.name({ zh: '工牌号', en: 'Badge number' }, 64),
    devEui: field.requiredCode({ zh: 'devEui', en: 'devEui' }, 64, {
      hint: {
        zh: '16 位十六进制，设备上报时的编号',
        en: '16 hexadecimal digits: the ID that the device reports',
      },
      code: devEuiCode,
    }),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    userId: field.ref({ zh: '佩戴人', en: 'Wearer' }, 'user'),
    major: field.number({ zh: 'Major', en: 'Major' }, { min: 0, max: 65_535 }),
    minor: field.number({ zh: 'Minor', en: 'Minor' }, { min: 0, max: 65_535 }),
    model: field.text({ zh: '型号', en: 'Model' }, 64),
    purchaseDate: field.day({ zh: '采购日期', en: 'Purchase date' }),
    ...kept,
  },
  shown: health,
  title: 'badgeNo',
  key: 'badgeNo',
  search: ['badgeNo', 'devEui', 'userName'],
  filters: ['enable', 'online', 'userId'],
  ranges: ['battery', 'lastOnline'],
})
