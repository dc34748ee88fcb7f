import { handoverCalls } from '@vigil/contract/handovers/calls.ts'
import type { ShiftHandover } from '@vigil/contract/handovers/entities.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate, useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { handoverTexts } from './texts.ts'

type SettlingCall = typeof handoverCalls.takeZdHandover | typeof handoverCalls.withdrawZdHandover

/** Takes or withdraws what waits. Where somebody was quicker, it is said who, and the list has it so. */
export const useSettle = (call: SettlingCall, { id, version }: ShiftHandover, onDone: () => void) => {
  const t = useTexts(handoverTexts)
  const { mutate, isPending } = useCallMutation(call, {
    invalidates: [handoverCalls.listZdHandoverPage],
    showsRefusal: true,
  })
  const reasonOf = (refused: Error): string => {
    if (!(refused instanceof CallRefused) || refused.code !== codes.conflict.code) return failureText(refused)
    const { takenBy, givenBy } = refused.data as ShiftHandover
    return takenBy ? t('takenMeanwhile', { name: takenBy }) : t('withdrawnMeanwhile', { name: givenBy })
  }
  return {
    isPending,
    settle: (): void =>
      mutate(
        { id, version },
        {
          onSuccess: onDone,
          onError: (refused) => {
            notify.error(reasonOf(refused))
            invalidate(handoverCalls.listZdHandoverPage)
          },
        },
      ),
  }
}
