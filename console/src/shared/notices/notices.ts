import { create } from 'zustand'

/** Milliseconds a notice stays. */
export const noticeTime = 3_000

export type NoticeKind = 'success' | 'info' | 'warning' | 'error'
export interface Notice {
  readonly id: number
  readonly kind: NoticeKind
  readonly text: string
  /** Called once, when its time is over or its close button was pressed. */
  readonly onClose?: (() => void) | undefined
}

interface NoticeState {
  readonly notices: readonly Notice[]
}
export const useNotices = create<NoticeState>(() => ({ notices: [] }))

let last = 0
const most = 4

export const closeNotice = (id: number): void => {
  const notice = useNotices.getState().notices.find((shown) => shown.id === id)
  if (!notice) return
  useNotices.setState(({ notices }) => ({ notices: notices.filter((shown) => shown.id !== id) }))
  notice.onClose?.()
}

/** The same text twice at a time is shown once: one broken link fails many calls. */
const show = (kind: NoticeKind, text: string, onClose?: () => void): void => {
  const { notices } = useNotices.getState()
  if (!onClose && notices.some((notice) => notice.kind === kind && notice.text === text)) return
  last += 1
  const id = last
  useNotices.setState({ notices: [...notices, { id, kind, text, onClose }] })
  setTimeout(() => closeNotice(id), noticeTime)
  const oldest = notices[0]
  if (notices.length >= most && oldest) closeNotice(oldest.id)
}

/** A short message at the top of the window for 3 s, with a close button. */
export const notify = {
  success: (text: string): void => show('success', text),
  info: (text: string): void => show('info', text),
  warning: (text: string): void => show('warning', text),
  error: (text: string, onClose?: () => void): void => show('error', text, onClose),
}
