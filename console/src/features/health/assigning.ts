import type { deviceFault } from '@vigil/contract/health/fault.ts'
import type { z } from 'zod'
import { create } from 'zustand'

export type DeviceFault = z.output<typeof deviceFault.record>

/** Rows only say what was clicked; the dialog stands once beside the list. */
export const useAssigning = create<{ readonly fault: DeviceFault | null }>(() => ({ fault: null }))

export const assigning = {
  open: (fault: DeviceFault): void => useAssigning.setState({ fault }),
  close: (): void => useAssigning.setState({ fault: null }),
}
