import { create } from 'zustand'

/** The vehicle whose terminal is asked. */
export interface OfVehicle {
  readonly id: string
  readonly plateNumber: string
}

/** Rows only say what was clicked; the dialog stands once beside the list. */
export const useAskingTerminal = create<{ readonly vehicle: OfVehicle | null }>(() => ({ vehicle: null }))

export const askingTerminal = {
  open: ({ id, plateNumber }: OfVehicle): void => useAskingTerminal.setState({ vehicle: { id, plateNumber } }),
  close: (): void => useAskingTerminal.setState({ vehicle: null }),
}
