import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { iccidCode, imeiCode, phoneCode } from '../kernel/written-codes.ts'
import { health, kept } from './reporting.ts'

/** A smart helmet. */
export const hat = noun({
  name: 'hat',
  word: { zh: '安全帽', en: 'helmet' },
  words: { zh: '安全帽', en: 'helmets' },
  route: 'hatMgmt',
  fields: {
    hatNo: field.name({ zh: '帽号', en: 'Helmet number' }, 64),
    imei: field.requiredCode({ zh: 'IMEI', en: 'IMEI' }, 64, {
      hint: { zh: '15 位数字，设备上报时的编号', en: '15 digits: the ID that the device reports' },
      code: imeiCode,
    }),
    model: field.text({ zh: '型号', en: 'Model' }, 64),
    sim: field.code({ zh: 'SIM卡ICCID', en: 'SIM ICCID' }, 32, { code: iccidCode }),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    userId: field.ref({ zh: '佩戴人', en: 'Wearer' }, 'user'),
    sipId: field.code({ zh: 'SIP号', en: 'SIP number' }, 64),
    mobile: field.code({ zh: '手机号', en: 'Mobile number' }, 20, { private: true, code: phoneCode }),
    purchaseDate: field.day({ zh: '采购日期', en: 'Purchase date' }),
    photo: field.picture({ zh: '照片', en: 'Photo' }),
    ...kept,
  },
  shown: { ...health, fwVersion: field.text({ zh: '固件版本', en: 'Firmware' }, 64) },
  title: 'hatNo',
  key: 'hatNo',
  search: ['hatNo', 'imei', 'sipId', 'mobile', 'userName'],
  filters: ['enable', 'online', 'userId', 'model'],
  ranges: ['battery', 'lastOnline'],
})
