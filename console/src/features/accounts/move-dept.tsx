import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import type { DeptNode } from '@vigil/contract/accounts/entities.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate, useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { QuestionDialog } from '../../shared/ui/question-dialog.tsx'
import { notify } from '../../shared/notices/notices.ts'
import { findDept } from '../../shared/pick/departments.ts'
import { deptTexts } from './dept-texts.ts'

interface MoveDeptProps {
  readonly nodes: readonly DeptNode[]
  readonly dept: DeptNode
  /** Below which it goes. */
  readonly pid: string
  readonly onClose: () => void
}

/** Asks before a department moves with everything below it; what the server refuses (a circle, a name twice) is read here. */
export const MoveDept = ({ nodes, dept, pid, onClose }: MoveDeptProps) => {
  const t = useTexts(deptTexts)
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = useCallMutation(accountCalls.saveDept, {
    showsRefusal: true,
    invalidates: [accountCalls.listDeptNodeAll, accountCalls.listUserByDeptId],
  })
  const { id, version, name, leader, phone, sort } = dept
  const run = async (): Promise<void> => {
    try {
      await save.mutateAsync({ id, version, name, leader, phone, sort, pid })
      notify.success(t('moved', { name }))
      onClose()
    } catch (error) {
      setRefusal(failureText(error))
      // Another changed it: the next try is made on top of that.
      invalidate(accountCalls.listDeptNodeAll)
    }
  }
  return (
    <QuestionDialog
      open
      title={t('moveTitle')}
      question={t('moveQuestion', { name, to: findDept(nodes, pid)?.name ?? '' })}
      hint={t('moveHint')}
      refusal={refusal}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" loading={save.isPending} onClick={() => void run()}>
            {t('move')}
          </Button>
        </>
      }
    />
  )
}
