import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { receipt, type Receipt } from '@vigil/contract/devices/command.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Alert, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { FormDialog } from '../../shared/ui/form-dialog.tsx'
import { deviceTexts } from './texts.ts'

/** Characters that a helmet shows or says at most. */
const longest = 120
const arrived: ReadonlySet<Receipt> = new Set(['sent', 'accepted', 'played'])

/** Says something to one helmet, to see that it can be reached; the answer stays in sight, for the next try. */
export const TestMessage = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts(deviceTexts)
  const { language } = useLanguage()
  const id = useId()
  const hats = useCall(deviceCalls.listBsHatAll, {})
  const [hatId, setHatId] = useState<string | null>(null)
  const [message, setMessage] = useState<string>(t('testPreset'))
  const [problem, setProblem] = useState<string | null>(null)
  const [became, setBecame] = useState<{ readonly name: string; readonly receipt: Receipt } | null>(null)
  const { mutate, isPending } = useCallMutation(deviceCalls.testBsHatById, { showsRefusal: true })
  const options = (hats.data ? whole(hats.data) : []).map(({ id: value, hatNo, userName }) => ({
    value,
    label: userName ? `${hatNo} · ${userName}` : hatNo,
  }))
  const chosen = options.find(({ value }) => value === hatId)
  const submit = (): void => {
    if (isPending) return
    setBecame(null)
    if (!chosen) setProblem(t('testHelmetNeeded'))
    else if (message.trim() === '') setProblem(t('testWordsNeeded'))
    else {
      setProblem(null)
      mutate(
        { id: chosen.value, message },
        {
          onSuccess: (answer) => setBecame({ name: chosen.label, receipt: answer.receipt }),
          onError: (refused) => setProblem(failureText(refused)),
        },
      )
    }
  }
  return (
    <FormDialog
      title={t('testMessage')}
      problem={problem ?? (hats.error ? failureText(hats.error) : null)}
      busy={isPending}
      ok={t('testSend')}
      onClose={onClose}
      onSubmit={submit}
    >
      <label htmlFor={`${id}hat`}>{t('testHelmet')}</label>
      <Select
        id={`${id}hat`}
        showSearch={{ optionFilterProp: 'label' }}
        loading={hats.isFetching}
        placeholder={t('testHelmetNeeded')}
        value={hatId}
        options={options}
        onChange={setHatId}
      />
      <label htmlFor={`${id}words`}>{t('testWords')}</label>
      <Input id={`${id}words`} value={message} maxLength={longest} onChange={({ target }) => setMessage(target.value)} />
      {became && (
        <Alert
          role="status"
          showIcon
          type={arrived.has(became.receipt) ? 'success' : 'warning'}
          title={t('testBecame', { name: became.name, receipt: receipt.name(became.receipt, language) })}
        />
      )}
    </FormDialog>
  )
}
