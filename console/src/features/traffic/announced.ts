import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { audioStatus } from '@vigil/contract/traffic/entities.ts'
import { client } from '../../shared/api/client.ts'
import { failureText } from '../../shared/api/failure.ts'
import { translate } from '../../shared/i18n/texts.ts'
import { follow } from '../../shared/live/follow-records.ts'
import { notify } from '../../shared/notices/notices.ts'
import type { RowAction } from '../../shared/spec/definitions.ts'
import { closing } from './closing.ts'
import type { TrafficStop } from './records.ts'
import { trafficTexts } from './texts.ts'

const { played } = audioStatus.code

/** Notes that a speeding vehicle was told by a speaker, or takes that back. */
const note = async (id: string, wanted: TrafficStop['audioStatus']): Promise<void> => {
  try {
    closing.take(await client.ask(trafficCalls.updateZdTrafficStopAudio, { id, audioStatus: wanted }))
    follow(['trafficStop', 'speedingRecord'])
    notify.success(translate(trafficTexts)(wanted === played ? 'announced' : 'notAnnounced'))
  } catch (error) {
    notify.error(failureText(error))
  }
}

/** By its stop record; none of one that has no such. */
export const announcing = (stopId: string, present: TrafficStop['audioStatus']): readonly RowAction[] => {
  if (stopId === '') return []
  const wanted = present === played ? 0 : played
  const { noteAnnounced, noteNotAnnounced } = trafficTexts.table
  return [{ label: wanted === played ? noteAnnounced : noteNotAnnounced, run: () => void note(stopId, wanted) }]
}
