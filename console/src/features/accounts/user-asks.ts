import type { User } from '@vigil/contract/accounts/user.ts'
import { create } from 'zustand'

/** What is asked about somebody of the list, in a dialog over it. */
export type UserAsk = 'password' | 'sessions' | 'disable' | 'worn' | 'erase'

interface Question {
  readonly what: UserAsk
  readonly user: User
}

/** Rows only say what was clicked; the dialogs stand once beside the list. */
export const useUserAsk = create<{ readonly asked: Question | null }>(() => ({ asked: null }))

export const askAbout = (what: UserAsk, user: User): void => useUserAsk.setState({ asked: { what, user } })
export const askNothing = (): void => useUserAsk.setState({ asked: null })
