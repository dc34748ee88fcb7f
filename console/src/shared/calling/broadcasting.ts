import type { Point } from '@vigil/contract/hazards/entities.ts'
import { create } from 'zustand'
import { useCan } from '../session/session.ts'

/** Who is to hear a broadcast, and why. */
export interface BroadcastTarget {
  /** Numbers of helmets. */
  readonly deviceIds?: readonly string[]
  /** The corners of what was drawn on the map. */
  readonly points?: readonly Point[]
  /** For which alarm. */
  readonly alarmId?: string
}

interface Broadcasting {
  /** Opens the dialog; null until it is there. */
  readonly open: ((target: BroadcastTarget) => void) | null
}
const useBroadcasting = create<Broadcasting>(() => ({ open: null }))
export const setBroadcasting = (open: Broadcasting['open']): void => useBroadcasting.setState({ open })

/** Opens the dialog that says something to helmets; null for who may not. */
export const useBroadcast = (): Broadcasting['open'] => {
  const open = useBroadcasting((state) => state.open)
  const [calls, interfaces, contents] = [useCan('call:place'), useCan('hatInterfaceMgmt:edit'), useCan('broadcastMgmt:edit')]
  return calls || interfaces || contents ? open : null
}
