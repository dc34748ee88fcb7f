import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Alert, Checkbox, Input, Radio, Select } from 'antd'
import { useId } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DeptsPicker } from '../../shared/pick/dept-picker.tsx'
import { useOwnDepts } from '../../shared/session/scope.ts'
import { useCan } from '../../shared/session/session.ts'
import { missingIn, type Choice } from './key-binding.ts'
import styles from './site-screen.module.css'
import { siteTexts } from './site-texts.ts'

interface BindingProps {
  readonly choice: Choice
  readonly onChange: (choice: Choice) => void
}

const useKindOptions = () => {
  const { language } = useLanguage()
  return deviceType.codes.map((value) => ({ value, label: deviceType.name(value, language) }))
}

/** What a key holds for: chosen on purpose, the whole site too. */
export const BindingFields = ({ choice, onChange }: BindingProps) => {
  const t = useTexts(siteTexts)
  const titleId = useId()
  const seesGateways = [useCan('loraGateMgmt'), useCan('trackRealMgmt')].includes(true)
  const wholeSite = useOwnDepts() === null
  // Where no department is chosen either, none chosen is not all of them.
  const kindsHint = missingIn(choice, wholeSite) === 'missingSome' ? 'missingSome' : 'boundKindsHint'
  return (
    <>
      <span className={styles['label']} id={titleId}>
        {t('bound')}
      </span>
      <Radio.Group
        aria-labelledby={titleId}
        className={styles['ways'] ?? ''}
        value={choice.way}
        options={[
          { value: 'some', label: t('boundSome') },
          { value: 'gateway', label: t('boundGateway'), disabled: !seesGateways },
          { value: 'device', label: t('boundDevice') },
          { value: 'site', label: t('boundToSite'), disabled: !wholeSite },
        ]}
        onChange={({ target }) => onChange({ ...choice, way: target.value as Choice['way'] })}
      />
      {choice.way === 'some' && <Kinds choice={choice} onChange={onChange} hint={t(kindsHint)} />}
      {choice.way === 'gateway' && <Gateway choice={choice} onChange={onChange} />}
      {(choice.way === 'some' || choice.way === 'gateway') && <Departments choice={choice} onChange={onChange} />}
      {choice.way === 'device' && <OneDevice choice={choice} onChange={onChange} />}
      {choice.way === 'site' && <Alert type="warning" showIcon title={t('siteWarning')} />}
    </>
  )
}

const Kinds = ({ choice, onChange, hint }: BindingProps & { readonly hint: string }) => {
  const t = useTexts(siteTexts)
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <span className={styles['label']} id={id}>
        {t('boundKinds')}
      </span>
      <Checkbox.Group
        options={useKindOptions()}
        value={[...choice.deviceTypes]}
        onChange={(deviceTypes) => onChange({ ...choice, deviceTypes })}
      />
      <small className={styles['hint']}>{hint}</small>
    </div>
  )
}

const Departments = ({ choice, onChange }: BindingProps) => {
  const t = useTexts(siteTexts)
  const id = useId()
  return (
    <div>
      <label className={styles['label']} htmlFor={id}>
        {t('boundDepts')}
      </label>
      <DeptsPicker id={id} value={choice.deptIds} onChange={(deptIds) => onChange({ ...choice, deptIds })} />
      <small className={styles['hint']}>{t('boundDeptsHint')}</small>
    </div>
  )
}

const Gateway = ({ choice, onChange }: BindingProps) => {
  const t = useTexts(siteTexts)
  const id = useId()
  const answer = useCall(deviceCalls.listBsLoraGateAll, undefined)
  const gateways = answer.data ? whole(answer.data) : []
  return (
    <div>
      <label className={styles['label']} htmlFor={id}>
        {t('boundGateway')}
      </label>
      <Select
        id={id}
        className={styles['wide'] ?? ''}
        showSearch={{ optionFilterProp: 'label' }}
        loading={answer.isFetching}
        placeholder={t('chooseGateway')}
        value={choice.gatewayId}
        options={gateways.map((gateway) => ({ value: gateway.id, label: `${gateway.name} ${gateway.gatewayEui}` }))}
        onChange={(gatewayId) => onChange({ ...choice, gatewayId })}
      />
      <small className={styles['hint']}>{t('boundGatewayHint')}</small>
    </div>
  )
}

const longestNumber = 64

const OneDevice = ({ choice, onChange }: BindingProps) => {
  const t = useTexts(siteTexts)
  const id = useId()
  return (
    <div>
      <label className={styles['label']} htmlFor={id}>
        {t('boundNumber')}
      </label>
      <div className={styles['oneDevice']}>
        <Select
          aria-label={t('boundKinds')}
          value={choice.deviceType}
          options={useKindOptions()}
          onChange={(kind) => onChange({ ...choice, deviceType: kind })}
        />
        <Input
          id={id}
          value={choice.deviceId}
          maxLength={longestNumber}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...choice, deviceId: target.value })}
        />
      </div>
      <small className={styles['hint']}>{t('boundNumberHint')}</small>
    </div>
  )
}
