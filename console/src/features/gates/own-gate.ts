import { create } from 'zustand'
import { stored } from '../../shared/storage.ts'

/** At which gate this computer stands: it is chosen once. */
const kept = stored('local', 'vigil.ownGate')

interface OwnGate {
  /** Null: at none in particular. */
  readonly gateId: string | null
  readonly choose: (gateId: string | null) => void
}
export const useOwnGate = create<OwnGate>((set) => ({
  gateId: kept.read(),
  choose: (gateId) => {
    kept.write(gateId)
    set({ gateId })
  },
}))
