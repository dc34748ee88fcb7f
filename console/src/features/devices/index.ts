import { screen, type Screens } from '../../shared/screens/screen.ts'

export const screens: Screens = {
  loraGateMgmt: screen(async () => (await import('./lora-gateways.tsx')).LoraGateways),
}
