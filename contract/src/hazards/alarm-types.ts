import { lasting, moment, placeWords, toldOf, type AlarmTypeKinds } from '../kernel/alarm-type.ts'

export const hazardAlarmTypes = {
  fence: {
    code: 1,
    zh: '电子围栏',
    en: 'Electronic fence',
    level: 2,
    icon: 'fence',
    ...lasting,
    isSpecified: true,
    result: toldOf('{did}“{fence}”[，精度 ±{accuracy.1} m]', 'breached the fence “{fence}”[, ±{accuracy.1} m]'),
    words: { did: { entered: { zh: '进入', en: 'entered' }, left: { zh: '离开', en: 'left' } } },
  },
  hazard: {
    code: 2,
    zh: '危险源',
    en: 'Hazard source',
    level: 2,
    icon: 'danger',
    ...moment,
    isSpecified: true,
    result: toldOf('听到危险源信标[{place}]', 'came near a hazard source beacon[{place}]'),
    words: placeWords,
    sosType: '8',
  },
} as const satisfies AlarmTypeKinds
