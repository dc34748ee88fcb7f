import { confirmText, handlingStatus, type Alarm, type alarmForm, type alarmReason } from '@vigil/contract/alarms/entities.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { z } from 'zod'

export type Reason = CodeOf<typeof alarmReason> | ''

/** What 确 定 sends; who handles it the server knows. `note`: what the operator wrote, if he did. */
export const confirmForm = ({ id, version }: Alarm, reasonCode: Reason, note: string): z.input<typeof alarmForm> => ({
  id,
  version,
  status: handlingStatus.code.handled,
  remark: confirmText,
  handleNote: note.trim() || confirmText,
  reasonCode,
})

/** What became of an alarm while its dialog stood open; null when it is as the operator saw it. */
export type Meanwhile =
  | { readonly kind: 'handled'; readonly user: string; readonly time: string }
  | { readonly kind: 'taken'; readonly user: string }
  | { readonly kind: 'putBack' }
  | { readonly kind: 'escalated'; readonly user: string }
  | { readonly kind: 'shelved'; readonly user: string }
  | { readonly kind: 'counted'; readonly count: number }
  | { readonly kind: 'returned' }
  | { readonly kind: 'active' }

export const meanwhile = (seen: Alarm, now: Alarm): Meanwhile | null => {
  if (now.version === seen.version) return null
  if (now.status === handlingStatus.code.handled) return { kind: 'handled', user: now.handleUser, time: now.handleTime ?? '' }
  if (now.status !== seen.status && now.status === handlingStatus.code.unhandled) return { kind: 'putBack' }
  if (now.escalation > seen.escalation) return { kind: 'escalated', user: now.assignee }
  if (now.shelvedUntil !== null && now.shelvedUntil !== seen.shelvedUntil) return { kind: 'shelved', user: now.shelvedBy }
  if (now.status !== seen.status || now.assigneeId !== seen.assigneeId) return { kind: 'taken', user: now.assignee }
  if (now.count !== seen.count) return { kind: 'counted', count: now.count }
  return { kind: now.condition }
}
