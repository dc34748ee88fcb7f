import type { z } from 'zod'
import { enabledFlag } from '../kernel/enabled.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { equipmentArea, objectKind, riskLevel } from './entities.ts'

export const riskFactor = enumeration({
  fall: { code: 'fall', zh: '高处坠落', en: 'Fall from height' },
  mechanical: { code: 'mechanical', zh: '机械伤害', en: 'Mechanical injury' },
  burn: { code: 'burn', zh: '灼烫', en: 'Burns' },
  coalDust: { code: 'coalDust', zh: '煤粉爆炸', en: 'Coal dust explosion' },
  poisoning: { code: 'poisoning', zh: '中毒窒息', en: 'Poisoning or suffocation' },
  collapse: { code: 'collapse', zh: '坍塌', en: 'Collapse' },
  electric: { code: 'electric', zh: '触电', en: 'Electric shock' },
  vehicle: { code: 'vehicle', zh: '车辆伤害', en: 'Vehicle injury' },
  fire: { code: 'fire', zh: '火灾', en: 'Fire' },
  other: { code: 'other', zh: '其他', en: 'Other' },
})

/** A thing that is dangerous, where it stands, and how near is too near. */
export const hazardPoint = noun({
  name: 'hazardPoint',
  word: { zh: '危险源', en: 'hazard source' },
  words: { zh: '危险源', en: 'hazard sources' },
  route: 'hazardPointMgmt',
  fields: {
    name: field.name({ zh: '名称', en: 'Name' }, 64),
    code: field.required({ zh: '编码', en: 'Code' }, 32),
    objectKind: field.chosen({ zh: '对象类型', en: 'Object type' }, objectKind, objectKind.code.hazard, {
      hint: { zh: '1 为定位，其他为危险源', en: '1 is positioning, anything else a hazard source' },
    }),
    riskLevel: field.chosen({ zh: '风险等级', en: 'Risk level' }, riskLevel, 4),
    riskFactor: field.choice({ zh: '危险因素', en: 'Hazard type' }, riskFactor),
    areaId: field.ref({ zh: '所属区域', en: 'Area' }, 'hazardArea'),
    equipCode: field.choice({ zh: '设备区域', en: 'Equipment area' }, equipmentArea),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept', {
      hint: {
        zh: '选择部门后，只对该部门及下级的人员报警',
        en: 'If set, only people of that department and its sub-departments raise an alarm',
      },
    }),
    responsible: field.text({ zh: '责任人', en: 'Person responsible' }, 64),
    beaconMinor: field.number({ zh: '绑定信标', en: 'Beacon minor' }, { min: 0, max: 65_535 }),
    beaconRssi: field.number(
      { zh: '信标报警门限', en: 'Beacon alarm threshold' },
      {
        min: -120,
        max: 0,
        unit: 'dBm',
        hint: {
          zh: '人员上报听到绑定信标、信号不弱于此值即报警，如 -75；留空不报警',
          en: 'Somebody whose device reports the beacon at least this strong raises an alarm, e.g. -75; empty for none',
        },
      },
    ),
    radius: field.number(
      { zh: '预警半径', en: 'Warning radius' },
      {
        min: 1,
        max: 1_000,
        unit: 'm',
        digits: 1,
        hint: {
          zh: '有人走到此距离内报警，需要位置；留空不报警',
          en: 'Somebody nearer than this raises an alarm; needs a location, empty for none',
        },
      },
    ),
    lng: field.lng(),
    lat: field.lat(),
    floor: field.number({ zh: '楼层', en: 'Floor' }, { min: -20, max: 200 }),
    measures: field.long({ zh: '管控措施', en: 'Control measures' }, 1_000),
    voiceText: field.long({ zh: '语音提示', en: 'Spoken warning' }, 200),
    photo: field.picture({ zh: '照片', en: 'Photo' }),
    enable: field.flag({ zh: '状态', en: 'Status' }, enabledFlag, 1),
  },
  title: 'name',
  key: 'code',
  search: ['name', 'code', 'responsible'],
  filters: ['objectKind', 'riskLevel', 'riskFactor', 'areaId', 'equipCode', 'enable'],
})
export type HazardPoint = z.output<(typeof hazardPoint)['record']>
