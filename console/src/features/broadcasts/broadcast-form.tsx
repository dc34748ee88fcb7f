import { broadcastCalls } from '@vigil/contract/broadcasts/calls.ts'
import { sendingLimits, sendingPriority } from '@vigil/contract/broadcasts/sending.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Input, Segmented, Select } from 'antd'
import { useId } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DeptsPicker } from '../../shared/pick/dept-picker.tsx'
import { ShapePicker } from '../../shared/pick/shape-picker.tsx'
import { useCan } from '../../shared/session/session.ts'
import { Stack } from '../../shared/ui/layout.tsx'
import { aimOf, type BroadcastDraft, type Way } from './broadcast-draft.ts'
import { ClipField } from './clip-field.tsx'
import { broadcastTexts } from './texts.ts'

interface PartProps {
  readonly draft: BroadcastDraft
  readonly set: (changed: Partial<BroadcastDraft>) => void
}

const Helmets = ({ draft: { deviceIds }, set, labelledBy }: PartProps & { readonly labelledBy: string }) => {
  const t = useTexts(broadcastTexts)
  const { data, isFetching } = useCall(deviceCalls.listBsHatAll, {})
  const options = (data ? whole(data) : []).map(({ imei: value, hatNo, userName }) => ({
    value,
    label: userName ? `${hatNo} · ${userName}` : hatNo,
  }))
  return (
    <Select
      mode="multiple"
      aria-labelledby={labelledBy}
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      maxTagCount={6}
      placeholder={t('chooseDevices')}
      value={[...deviceIds]}
      options={options}
      onChange={(chosen: string[]) => set({ deviceIds: chosen })}
    />
  )
}

const ForWhom = ({ draft, set }: PartProps) => {
  const t = useTexts(broadcastTexts)
  const id = useId()
  const { way, deptIds, points } = draft
  return (
    <Stack gap={6}>
      <span id={id}>{t('forWhom')}</span>
      <Segmented<Way>
        block
        aria-label={t('forWhom')}
        value={way}
        options={(['devices', 'departments', 'area'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(chosen) => set({ way: chosen })}
      />
      {way === 'devices' && <Helmets draft={draft} set={set} labelledBy={id} />}
      {way === 'departments' && (
        <DeptsPicker aria-labelledby={id} value={deptIds} onChange={(chosen) => set({ deptIds: chosen })} />
      )}
      {way === 'area' && <ShapePicker aria-labelledby={id} value={points} onChange={(drawn) => set({ points: drawn })} />}
    </Stack>
  )
}

/** Puts words of the library into the text, where they can still be changed. */
const FromLibrary = ({ set }: Pick<PartProps, 'set'>) => {
  const t = useTexts(broadcastTexts)
  const sees = [useCan('broadcastMgmt'), useCan('trackRealMgmt'), useCan('hatInterfaceMgmt')].some(Boolean)
  const { data } = useCall(broadcastCalls.listBsBroadcastAll, {}, { enabled: sees })
  const contents = (data ? whole(data) : []).filter(({ enable }) => enable === 1)
  if (contents.length === 0) return null
  return (
    <Select
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('library')}
      placeholder={t('library')}
      value={null}
      options={contents.map(({ id: value, name, content }) => ({ value, label: `${name} · ${content}` }))}
      onChange={(chosen: string | null) => set({ text: contents.find(({ id }) => id === chosen)?.content ?? '' })}
    />
  )
}

const Content = ({ draft, set }: PartProps) => {
  const t = useTexts(broadcastTexts)
  const { by, text, clip } = draft
  return (
    <Stack gap={6}>
      <span>{t('content')}</span>
      <Segmented<BroadcastDraft['by']>
        block
        aria-label={t('content')}
        value={by}
        options={(['typed', 'recorded'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(chosen) => set({ by: chosen })}
      />
      {by === 'recorded' ? <ClipField clip={clip} onClip={(made) => set({ clip: made })} /> : <FromLibrary set={set} />}
      <Input.TextArea
        aria-label={t(by === 'recorded' ? 'fallback' : 'content')}
        placeholder={t(by === 'recorded' ? 'fallback' : 'textHint')}
        value={text}
        maxLength={sendingLimits.text}
        showCount
        autoSize={{ minRows: 2, maxRows: 6 }}
        style={{ marginBottom: 18 }}
        onChange={({ target }) => set({ text: target.value })}
      />
    </Stack>
  )
}

/** How many it would reach, before it is sent. */
const Reach = ({ draft }: Pick<PartProps, 'draft'>) => {
  const t = useTexts(broadcastTexts)
  const aim = aimOf(draft)
  const { data, error } = useCall(broadcastCalls.getBroadcastReach, aim ?? {}, { enabled: aim !== null, keepPrevious: true })
  const said = (): string => {
    if (aim === null) return t('reachNobody')
    if (error) return failureText(error)
    return data ? t('reach', { n: data.online + data.offline, ...data }) : '…'
  }
  return (
    <p role="status" className={aim !== null && error ? 'bad' : 'soft'} style={{ margin: 0 }}>
      {said()}
    </p>
  )
}

/** For whom, what and how urgent. */
export const BroadcastForm = ({ draft, set }: PartProps) => {
  const t = useTexts(broadcastTexts)
  const { language } = useLanguage()
  return (
    <>
      <ForWhom draft={draft} set={set} />
      <Content draft={draft} set={set} />
      <Stack gap={6}>
        <span>{t('priority')}</span>
        <Segmented<BroadcastDraft['priority']>
          style={{ alignSelf: 'start' }}
          aria-label={t('priority')}
          value={draft.priority}
          options={sendingPriority.options(language)}
          onChange={(priority) => set({ priority })}
        />
        {draft.priority === 'urgent' && <span className="soft">{t('urgentHint')}</span>}
      </Stack>
      <Reach draft={draft} />
    </>
  )
}
