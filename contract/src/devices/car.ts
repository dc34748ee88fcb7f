import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { phoneCode } from '../kernel/written-codes.ts'
import { yesNo } from '../kernel/yes-no.ts'
import { health, kept } from './reporting.ts'

export const carType = enumeration({
  car: { code: 'car', zh: '小车', en: 'Car' },
  truck: { code: 'truck', zh: '货车', en: 'Truck' },
  tanker: { code: 'tanker', zh: '罐车', en: 'Tanker' },
  loader: { code: 'loader', zh: '装载机', en: 'Loader' },
  forklift: { code: 'forklift', zh: '叉车', en: 'Forklift' },
  fire: { code: 'fire', zh: '消防', en: 'Fire engine' },
})
export const plateColour = enumeration({
  blue: { code: 'blue', zh: '蓝', en: 'Blue' },
  yellow: { code: 'yellow', zh: '黄', en: 'Yellow' },
  green: { code: 'green', zh: '绿', en: 'Green' },
  white: { code: 'white', zh: '白', en: 'White' },
  black: { code: 'black', zh: '黑', en: 'Black' },
})

/** A vehicle with a terminal that reports where it is. */
export const car = noun({
  name: 'car',
  word: { zh: '车辆', en: 'vehicle' },
  words: { zh: '车辆', en: 'vehicles' },
  route: 'carMgmt',
  fields: {
    plateNumber: field.name({ zh: '车牌号', en: 'Plate number' }, 20),
    plateColor: field.choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColour),
    carType: field.choice({ zh: '车型', en: 'Type' }, carType),
    carUse: field.text({ zh: '用途', en: 'Use' }, 64),
    terminalNo: field.requiredCode({ zh: '终端号', en: 'Terminal number' }, 64, {
      hint: { zh: '车载终端上报时的编号', en: 'The number that the terminal reports' },
    }),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    userId: field.ref({ zh: '司机', en: 'Driver' }, 'user'),
    owner: field.text({ zh: '车主/承运单位', en: 'Owner or carrier' }, 64),
    mobile: field.code({ zh: '联系电话', en: 'Phone' }, 20, { private: true, code: phoneCode }),
    whiteList: field.flag({ zh: '白名单', en: 'Whitelisted' }, yesNo, 0),
    validFrom: field.day({ zh: '有效期自', en: 'Valid from' }),
    validTo: field.day({ zh: '有效期至', en: 'Valid to' }),
    emissionStd: field.text({ zh: '排放标准', en: 'Emission standard' }, 32),
    points: field.number({ zh: '记分', en: 'Penalty points' }, { min: 0, max: 1_000 }),
    ...kept,
  },
  shown: health,
  title: 'plateNumber',
  key: 'plateNumber',
  search: ['plateNumber', 'terminalNo', 'owner', 'userName'],
  filters: ['enable', 'online', 'carType', 'whiteList', 'userId'],
  ranges: ['lastOnline'],
})
