import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { Dept } from '@vigil/contract/accounts/dept.ts'
import type { RouteName } from '@vigil/contract/menu/routes.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { can } from '../../shared/session/session.ts'
import { QuestionDialog } from '../../shared/ui/question-dialog.tsx'
import { deptTexts } from './dept-texts.ts'
import styles from './panes.module.css'

/** Where one sees what keeps a department from being deleted. */
const places = [
  ['userMgmt', 'seePeople'],
  ['hatMgmt', 'seeHats'],
  ['badgeMgmt', 'seeBadges'],
  ['hazardAreaMgmt', 'seeAreas'],
] as const satisfies readonly (readonly [RouteName, string])[]

interface DeleteDeptProps {
  readonly dept: Pick<Dept, 'id' | 'name'>
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before a department goes; when something still stands in it, that is said with the way there. */
export const DeleteDept = ({ dept: { id, name }, onClose, onDeleted }: DeleteDeptProps) => {
  const t = useTexts(deptTexts)
  const [refusal, setRefusal] = useState<string | null>(null)
  const remove = useCallMutation(accountCalls.deleteDeptById, {
    showsRefusal: true,
    invalidates: [accountCalls.listDeptNodeAll],
  })
  const run = async (): Promise<void> => {
    try {
      await remove.mutateAsync({ id })
      notify.success(t('deleted', { name }))
      onDeleted()
    } catch (error) {
      setRefusal(failureText(error))
    }
  }
  return (
    <QuestionDialog
      open
      title={t('deleteTitle')}
      question={t('deleteQuestion', { name })}
      hint={t('deleteHint')}
      refusal={refusal}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" danger loading={remove.isPending} onClick={() => void run()}>
            {t('delete')}
          </Button>
        </>
      }
    >
      {refusal !== null && (
        <p className={styles['links']}>
          {places
            .filter(([route]) => can(route))
            .map(([route, text]) => (
              <Link key={route} to={addressOf(route, { deptId: id })}>
                {t(text)}
              </Link>
            ))}
        </p>
      )}
    </QuestionDialog>
  )
}
