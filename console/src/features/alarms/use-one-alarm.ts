import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { id as idShape } from '@vigil/contract/kernel/shapes.ts'
import { useCall } from '../../shared/api/queries.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'

/** One alarm as it stands now, or why there is none. */
export type OneAlarm =
  | { readonly state: 'loading' }
  /** It is not there, not any more, or not for this reader. */
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void }
  | { readonly state: 'open'; readonly alarm: Alarm }

/** It is not there, not any more, or not for this reader, whatever was read of it before. */
export const isMissing = (error: unknown): boolean => error instanceof CallRefused && error.code === codes.notFound.code

/** Follows one alarm, whatever becomes of it and whoever does it. */
export const useOneAlarm = (id: string | null): OneAlarm => {
  const isId = idShape.safeParse(id).success
  const { data, error, refetch } = useCall(alarmCalls.getZdAlarmById, { id: id ?? '' }, { enabled: isId })
  // What an event says of it is known before it can be asked for.
  const told = useOpenAlarms(({ open }) => open.find((alarm) => alarm.id === id))
  // Hidden meanwhile, it is told no more, though it was read once.
  if (!isId || isMissing(error)) return { state: 'missing' }
  const alarm = told && (!data || told.version > data.version) ? told : data
  if (alarm) return { state: 'open', alarm }
  return error ? { state: 'failed', error, retry: () => void refetch() } : { state: 'loading' }
}
