import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { passwordLength } from '@vigil/contract/session/password-length.ts'
import { Alert, Button, Form, Input } from 'antd'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { shellTexts } from './texts.ts'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
}
interface Typed {
  readonly oldPassword: string
  readonly newPassword: string
  readonly repeated: string
}

/** Changes one's own password; why the server refuses stands above the fields, which keep what was typed. */
export const PasswordDialog = ({ open, onClose }: DialogProps) => {
  const t = useTexts(shellTexts)
  const [form] = Form.useForm<Typed>()
  const change = useCallMutation(sessionCalls.updatePassword, {
    showsRefusal: true,
    invalidates: [sessionCalls.listOwnSessions],
  })
  const close = (): void => {
    change.reset()
    onClose()
  }
  const save = ({ oldPassword, newPassword }: Typed): void =>
    change.mutate(
      { oldPassword, newPassword },
      {
        onSuccess: () => {
          notify.success(t('passwordChanged'))
          close()
        },
      },
    )
  return (
    <DragDialog
      open={open}
      onClose={close}
      title={t('changePassword')}
      width={460}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="primary" loading={change.isPending} onClick={form.submit}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form<Typed> form={form} layout="vertical" requiredMark={false} onFinish={save}>
        <Alert
          type={change.error ? 'error' : 'info'}
          title={change.error ? failureText(change.error) : t('passwordHint')}
          style={{ marginBottom: 16 }}
        />
        <Form.Item name="oldPassword" label={t('oldPassword')} rules={[{ required: true, message: t('required') }]}>
          <Input.Password autoComplete="current-password" maxLength={passwordLength.max} />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={t('newPassword')}
          rules={[{ required: true, min: passwordLength.min, message: t('tooShort', { min: passwordLength.min }) }]}
        >
          <Input.Password autoComplete="new-password" maxLength={passwordLength.max} />
        </Form.Item>
        <Form.Item
          name="repeated"
          label={t('repeatPassword')}
          dependencies={['newPassword']}
          rules={[
            {
              validator: (_rule, value: unknown) =>
                value === form.getFieldValue('newPassword') ? Promise.resolve() : Promise.reject(new Error(t('notSame'))),
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={passwordLength.max} />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </DragDialog>
  )
}
