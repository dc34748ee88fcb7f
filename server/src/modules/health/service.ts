import { healthCalls } from '@vigil/contract/health/calls.ts'
import { healthDomain } from '@vigil/contract/health/domain.ts'
import { deviceFault } from '@vigil/contract/health/fault.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { mayAsk, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announce } from '../../kernel/record-changes.ts'
import { changedBy } from '../../kernel/records.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { maySee, requireWrite } from '../../kernel/scope.ts'
import type { DeviceFault, HealthStore } from './store.ts'

interface People {
  readonly callerOf: (personId: string) => Promise<Caller | null>
}

const object = deviceFault.name
const what = deviceFault.word

/** Nobody is given what he would not see, nor by somebody who does not know him. */
const requireOwner = (owner: Caller | null, { deptId }: DeviceFault, { caller }: Asked): void => {
  const sees = owner && mayAsk(owner, healthCalls.listBsDeviceFaultByDeptId.needs) && maySee(owner.scope, deptId)
  if (sees && maySee(caller.scope, owner.deptId)) return
  throw invalid('userId', healthDomain.asked.userId, {
    zh: '不能负责此设备：没有此账号、没有“设备健康”权限，或数据范围不含它',
    en: 'cannot see to this device: no such account, no permission for device health, or it is beyond the data scope',
  })
}

export type HealthService = ReturnType<typeof createHealthService>

export const createHealthService = (kernel: Kernel, store: HealthStore, people: People) => ({
  list: store.list,
  counts: store.counts,
  seen: store.seen,
  assign: async (body: BodyOf<typeof healthCalls.assignBsDeviceFault>, asked: Asked): Promise<DeviceFault> => {
    const { id, version, userId, note } = body
    // Asked for before the fault is locked.
    const owner = userId === null ? null : await people.callerOf(userId)
    return kernel.transaction(async (trx, after) => {
      const present = await store.one(trx, id, asked)
      if (!present) throw new Refusal('notFound', { what })
      requireWrite(asked.caller.scope, present.deptId, what)
      if (version !== undefined && version !== present.version)
        throw new Refusal(
          'conflict',
          {},
          { ...present, ...(await changedBy(kernel, trx, { object, id, version: present.version }, asked)) },
        )
      if (present.endedAt !== null) throw invalid('id', what, { zh: '已恢复', en: 'is back to normal' })
      if (userId !== null) requireOwner(owner, present, asked)
      await store.assign(trx, id, userId, note ?? present.note)
      const assigned = (await store.one(trx, id, asked)) as DeviceFault
      await kernel.journal.write(trx, asked, {
        module: 'health',
        action: 'update',
        object,
        objectId: id,
        before: present,
        after: assigned,
      })
      announce(kernel.bus, after, object, id)
      return assigned
    })
  },
})
