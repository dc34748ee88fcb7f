import { handlingStatus } from '@vigil/contract/alarms/entities.ts'
import { passList } from '@vigil/contract/traffic/entities.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { SpeedingRecord, VehiclePass } from './records.ts'
import { trafficTexts } from './texts.ts'

/** The plate, or that there is none: a record is opened by it. */
export const Plate = ({ plateNumber }: { readonly plateNumber: string }) => {
  const t = useTexts(trafficTexts)
  return plateNumber === '' ? <span className="soft">{t('noPlate')}</span> : plateNumber
}

/** What nobody has handled yet stands out. */
export const Handling = ({ status }: Pick<SpeedingRecord, 'status'>) => {
  const { language } = useLanguage()
  const look = status === handlingStatus.code.unhandled ? 'bad' : status === handlingStatus.code.handled ? 'quiet' : ''
  return <span className={look}>{handlingStatus.name(status, language)}</span>
}

/** How the site stands to the vehicle; one that is to be kept out stands out. */
export const ListOf = ({ listType }: Pick<VehiclePass, 'listType'>) => {
  const { language } = useLanguage()
  if (!listType) return <span className="quiet">—</span>
  return <span className={listType === passList.code.black ? 'bad' : ''}>{passList.name(listType, language)}</span>
}
