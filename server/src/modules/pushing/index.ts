/** Devices that push by HTTP: how they show who they are, who of them is unknown, and who takes what they push. */
import { declareModule } from '../../kernel/module.ts'
import { createPushing, type PushDoor } from './module.ts'

export { ha1Of, pushRealm } from './logins.ts'
export type { PlaceKind, Receivers } from './places.ts'
export type { PushLogin, PushWay, UnknownNews } from './store.ts'
export type { PushDoor } from './module.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    pushing: PushDoor
  }
}
export const domain = declareModule({ name: 'pushing', create: createPushing })
