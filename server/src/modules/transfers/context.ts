import type { RefTarget } from '@vigil/contract/kernel/field.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { transferCalls } from '@vigil/contract/transfers/calls.ts'
import type { Asked, Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { ExportedNoun, SheetNoun } from '../../kernel/sheet-noun.ts'
import type { Lanes } from './lanes.ts'
import { createNames, type Names } from './names.ts'
import type { TransferStore } from './store.ts'

export type Body<Name extends keyof typeof transferCalls> = BodyOf<(typeof transferCalls)[Name]>

/** What transfers need of the files module. */
export interface FilesOfTransfers {
  /** Keeps what `write` puts at the path it is given, for who asked alone. */
  readonly create: (
    file: { readonly name: string; readonly type: string; readonly purpose: 'export'; readonly deptId: null },
    asked: Asked,
    write: (path: string) => Promise<void>,
  ) => Promise<{ readonly id: string }>
  /** Refuses what is not there for the caller. */
  readonly open: (id: string, caller: Caller) => Promise<{ readonly path: string; readonly name: string }>
}

/** What imports and exports stand on. */
export interface TransferContext {
  readonly kernel: Kernel
  readonly store: TransferStore
  readonly files: FilesOfTransfers
  readonly lanes: Lanes
  /** What somebody may do now; null for who may not sign in any more. */
  readonly callerOf: (personId: string) => Promise<Caller | null>
  /** Of all modules. */
  readonly sheets: () => readonly (SheetNoun | ExportedNoun)[]
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Keeps a file for who asked; its id. */
export const keepFile = async (
  { files }: TransferContext,
  { name, type }: { readonly name: string; readonly type: string },
  asked: Asked,
  write: (path: string) => Promise<void>,
): Promise<string> => (await files.create({ name, type, purpose: 'export', deptId: null }, asked, write)).id

/** What the records that this one names are called, as far as the caller sees them. */
export const namesFor = async ({ store }: TransferContext, { noun }: ExportedNoun, asked: Asked): Promise<Names> => {
  const wanted = new Set<RefTarget>()
  for (const { as } of Object.values(noun.fields)) if ('to' in as) wanted.add(as.to)
  return createNames(new Map(await Promise.all([...wanted].map(async (to) => [to, await store.named(to, asked)] as const))))
}
