import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import { useBroadcast } from '../../shared/calling/broadcasting.ts'
import { usePlaceCall } from '../../shared/calling/calling.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { LiveThing } from '../../shared/live/hooks.ts'
import { alarmTexts } from './texts.ts'

/** Calls the helmet that an alarm tells of, for that alarm; or why it cannot be called. */
export const useCallOf = (
  alarm: Alarm,
  thing: LiveThing | null,
): { readonly refusal: string | null; readonly onClick: () => void } => {
  const t = useTexts(alarmTexts)
  const place = usePlaceCall()
  const { sipId = '', mobile = '' } = thing?.object ?? {}
  const refusal = (): string | null => {
    if (sipId === '') return mobile === '' ? t('noSipNumber') : t('noSipNumberDial', { number: mobile })
    return place ? null : t('mayNotCall')
  }
  return { refusal: refusal(), onClick: () => place?.({ number: sipId, name: subjectOf(alarm), alarmId: alarm.id }) }
}

/** Says something to the helmet of an alarm, or to whom one chooses because of it; or why one cannot. */
export const useBroadcastOf = (
  alarm: Alarm,
  thing: LiveThing | null,
): { readonly refusal: string | null; readonly onClick: () => void } => {
  const t = useTexts(alarmTexts)
  const broadcast = useBroadcast()
  const { deviceType: kind, deviceId } = thing?.object ?? {}
  const about = kind === deviceType.code.hat && deviceId !== undefined ? { deviceIds: [deviceId] } : {}
  return { refusal: broadcast ? null : t('mayNotBroadcast'), onClick: () => broadcast?.({ ...about, alarmId: alarm.id }) }
}
