import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { titleOf } from '@vigil/contract/alarms/types.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'

/** What an alarm is called: as the site named the rule behind it, otherwise, in English, as its type. */
export const alarmNameIn = ({ alarmName, alarmType: type, ruleId }: Alarm, language: Language): string =>
  language === 'zh' || ruleId !== null ? alarmName : titleOf(type)[language]
