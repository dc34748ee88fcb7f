import { dept } from '@vigil/contract/accounts/dept.ts'
import { user } from '@vigil/contract/accounts/user.ts'
import { broadcast } from '@vigil/contract/broadcasts/broadcast.ts'
import { badge } from '@vigil/contract/devices/badge.ts'
import { beacon } from '@vigil/contract/devices/beacon.ts'
import { car } from '@vigil/contract/devices/car.ts'
import { hat } from '@vigil/contract/devices/hat.ts'
import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { dictItem } from '@vigil/contract/dictionary/dict-item.ts'
import { dict } from '@vigil/contract/dictionary/dict.ts'
import { barrierGate } from '@vigil/contract/gates/barrier-gate.ts'
import { hazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { hazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import { building } from '@vigil/contract/indoor/building.ts'
import type { Fields } from '@vigil/contract/kernel/field.ts'
import type { Noun } from '@vigil/contract/kernel/noun.ts'
import { firmware } from '@vigil/contract/site/firmware.ts'
import { speedCamera } from '@vigil/contract/traffic/speed-camera.ts'
import { camera } from '@vigil/contract/video/camera.ts'

const importable: readonly Pick<Noun, 'name' | 'fields'>[] = [
  dept,
  user,
  hat,
  badge,
  car,
  beacon,
  loraGateway,
  camera,
  barrierGate,
  speedCamera,
  hazardArea,
  hazardPoint,
  building,
  broadcast,
  dict,
  dictItem,
  firmware,
]
const byName = new Map(importable.map(({ name, fields }) => [name, fields]))
const none: Fields = {}

/** The fields of a noun by its name, with their labels; none for one that the console does not know. */
export const fieldsOf = (noun: string): Fields => byName.get(noun) ?? none
