import { dept, type Dept } from '@vigil/contract/accounts/dept.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import { holdersOfDept } from '../../kernel/of-depts.ts'
import type { Records } from '../../kernel/records.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { everything, requireWrite } from '../../kernel/scope.ts'
import { words, type AccountContext, type Body } from './context.ts'
import { standsBelow } from './depts.store.ts'
import { peopleIn } from './store.ts'

/** How departments are kept, and who may move or remove one. */
export const createDeptRecords = ({ kernel, store, doors, grants }: AccountContext) => {
  const deptKeeper = createKeeper(kernel, {
    noun: dept,
    module: 'accounts',
    table: 'dept',
    order: ['sort'],
    shown: { people: peopleIn },
    narrow: ({ pid }) => (pid === undefined ? [] : [standsBelow(pid)]),
    unique: { dept_name_among_siblings: 'name' },
    countedAs: { zh: '个下级部门', one: 'sub-department', many: 'sub-departments' },
  })
  const depts: Records<Dept, Body<'saveDept'>> = {
    ...deptKeeper.records,
    // One that was just made is not yet among those of its maker: who may do what with it is asked by `permit`.
    read: (trx, id, asked) => deptKeeper.records.read(trx, id, { ...asked, caller: { ...asked.caller, scope: everything } }),
    lock: (trx) => store.lockDepts(trx),
    /** A department belongs to itself; below which one it stands is asked only when that changes. */
    permit: (_, present, body, { caller: { scope } }) => {
      if (present) requireWrite(scope, present.id, words.dept)
      if (body && (present === null || present.pid !== body.pid)) requireWrite(scope, body.pid, words.parent, 'pid')
      return Promise.resolve()
    },
    check: async (trx, body, present, asked) => {
      const { pid } = body
      if (present?.pid === pid) return
      if (pid !== null && !(await store.deptExists(trx, pid)))
        throw new Refusal('notFound', { what: words.parent }, { field: 'pid' })
      if (present === null) return
      if (pid !== null && (await store.below(trx, present.id)).includes(pid)) {
        const reason = { zh: '不能移到自己或下级部门之下', en: 'must not be the department itself or one of its sub-departments' }
        throw invalid('pid', dept.fields.pid.label, reason)
      }
      await grants.guardMove(trx, present.id, pid, asked)
    },
    remove: async (trx, id, present, asked) => {
      // What stands below it is told first.
      const all = doors
        .ofDepts()
        .toSorted((one, other) => Number(other === deptKeeper.ofDepts) - Number(one === deptKeeper.ofDepts))
      const by = await holdersOfDept(trx, id, all)
      if (by) throw new Refusal('inUse', { what: words.dept, by })
      for (const { release } of all) await release(trx, id)
      await deptKeeper.records.remove(trx, id, present, asked)
    },
  }
  return { deptKeeper, depts }
}
