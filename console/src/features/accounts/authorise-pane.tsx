import { superAdministratorRole } from '@vigil/contract/menu/routes.ts'
import { Button, Select } from 'antd'
import { useId } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DeptPicker } from '../../shared/pick/dept-picker.tsx'
import { useCan, useUser } from '../../shared/session/session.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { isReserved } from './administers.ts'
import { asksAnything, type Authorisation, type RoleName } from './authorisation.ts'
import { authoriseTexts } from './authorise-texts.ts'
import styles from './authorise.module.css'

interface AuthorisePaneProps {
  /** How many people it is for. */
  readonly count: number
  readonly wanted: Authorisation
  readonly roles: readonly RoleName[]
  readonly onWanted: (wanted: Authorisation) => void
  readonly onClear: () => void
  readonly onPreview: () => void
}

/** What the chosen people get or lose. */
export const AuthorisePane = ({ count, wanted, roles, onWanted, onClear, onPreview }: AuthorisePaneProps) => {
  const t = useTexts(authoriseTexts)
  const deptField = useId()
  const mayEdit = useCan('authorizeMgmt:edit')
  return (
    <Panel title={t('authorise')} className={styles['pane']}>
      <p className={styles['chosen']}>
        {count === 0 ? t('chooseFirst') : t('chosen', { n: count })}
        {count > 0 && (
          <Button size="small" type="link" onClick={onClear}>
            {t('clear')}
          </Button>
        )}
      </p>
      <RolesField
        label={t('add')}
        value={wanted.add}
        without={wanted.remove}
        roles={roles}
        disabled={!mayEdit}
        onChange={(add) => onWanted({ ...wanted, add })}
      />
      <RolesField
        label={t('remove')}
        value={wanted.remove}
        without={wanted.add}
        roles={roles}
        disabled={!mayEdit}
        onChange={(remove) => onWanted({ ...wanted, remove })}
      />
      <label htmlFor={deptField}>{t('newDept')}</label>
      <DeptPicker
        id={deptField}
        value={wanted.deptId}
        placeholder={t('stays')}
        disabled={!mayEdit}
        onChange={(deptId) => onWanted({ ...wanted, deptId })}
      />
      <Button
        type="primary"
        className={styles['go'] ?? ''}
        disabled={!mayEdit || count === 0 || !asksAnything(wanted)}
        onClick={onPreview}
      >
        {t('preview')}
      </Button>
      {!mayEdit && <p className="quiet">{t('readOnly')}</p>}
    </Panel>
  )
}

interface RolesFieldProps {
  readonly label: string
  readonly value: readonly string[]
  /** Those that are not offered: nobody gets and loses the same. */
  readonly without: readonly string[]
  readonly roles: readonly RoleName[]
  readonly disabled: boolean
  readonly onChange: (ids: string[]) => void
}

const RolesField = ({ label, value, without, roles, disabled, onChange }: RolesFieldProps) => {
  const t = useTexts(authoriseTexts)
  const id = useId()
  const user = useUser()
  const grantsAll = user?.userRoles.some(({ name }) => name === superAdministratorRole) ?? false
  const options = roles.map((role) => {
    const withheld = isReserved(role.name) && !grantsAll
    return { value: role.id, label: role.name, disabled: withheld, title: withheld ? t('superOnly') : role.name }
  })
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Select<string[]>
        id={id}
        mode="multiple"
        allowClear
        className={styles['wide'] ?? ''}
        value={[...value]}
        options={options.filter((option) => !without.includes(option.value))}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('none')}
        disabled={disabled}
        onChange={onChange}
      />
    </>
  )
}
