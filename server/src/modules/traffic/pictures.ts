import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { pictureLoss } from '@vigil/contract/pushing/entities.ts'
import type { Trx } from '../../kernel/kernel.ts'
import type { PlaceOfPasses, PushedPicture } from './sighting.ts'

/** Why a record lacks a picture that its device sent; empty where it lacks none. */
export type PictureLost = '' | CodeOf<typeof pictureLoss>

/** Where pictures are kept: each is on the disk before its id is known. */
export interface PictureKeeper {
  readonly capture: (picture: PushedPicture, deptId: string | null) => Promise<string>
  readonly dropCaptures: (ids: readonly string[]) => Promise<void>
}
export interface PushedPictures {
  readonly place: PlaceOfPasses
  /** Whose record it is that they are of. */
  readonly deptId: string | null
  readonly pictures: readonly (PushedPicture | null)[]
}

/** Pictures of a push, written but not yet anybody's. */
export interface TakenPictures {
  /** In the transaction of their record: their ids in their order, empty of one that is not kept, and why that is so. */
  readonly settle: (trx: Trx) => Promise<{ readonly ids: readonly string[]; readonly lost: PictureLost }>
  /** Once that is over: those that no record has go. */
  readonly finish: (isStored: boolean) => Promise<void>
}
export type TakePictures = (keeper: PictureKeeper, push: PushedPictures) => Promise<TakenPictures>
