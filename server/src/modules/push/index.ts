import { commonFields } from '@vigil/contract/body-fields.ts'
import { pushCalls } from '@vigil/contract/push/calls.ts'
import { pushRecord } from '@vigil/contract/push/record.ts'
import { pushTaskType } from '@vigil/contract/push/task-type.ts'
import { pushUserConfig } from '@vigil/contract/push/user-config.ts'
import type { Asked } from '../../kernel/caller.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { declareModule, type Module } from '../../kernel/module.ts'
import { missing, Refusal } from '../../kernel/refusal.ts'
import { served } from '../../kernel/serve.ts'
import { sheetOf } from '../../kernel/sheet-noun.ts'
import { createPushStore, type PushStore } from './store.ts'

/** What is told to people by push, who wants to be told what, and what was told. */
const createPush = (kernel: Kernel): Module & { readonly door: PushStore } => {
  const module = 'push'
  const taskTypes = createKeeper(kernel, {
    noun: pushTaskType,
    module,
    table: 'push_task_type',
    order: ['level', 'id'],
    unique: { push_task_type_code: 'code' },
    check: (_, { code }, present) => {
      if (present !== null && present.code !== code)
        throw new Refusal('inUse', { what: pushTaskType.fields.code.label, by: { zh: '系统内置', en: 'built into the system' } })
      return Promise.resolve()
    },
  })
  const userConfigs = createKeeper(kernel, {
    noun: pushUserConfig,
    module,
    table: 'push_user_config',
    order: ['user_id'],
    check: (_, { userId }, present) => {
      if (present !== null && present.userId !== userId)
        throw new Refusal('inUse', { what: pushUserConfig.fields.userId.label, by: { zh: '此配置', en: 'this setting' } })
      return Promise.resolve()
    },
  })
  const records = createKeeper(kernel, { noun: pushRecord, module, table: 'push_record', order: ['send_time'] })

  /** These calls change what is there and make nothing. */
  const updateOnly =
    <Body extends { id?: string | undefined }, Row>(save: (body: Body, asked: Asked) => Promise<Row>) =>
    (body: Body, asked: Asked): Promise<Row> => {
      if (body.id === undefined) throw missing('id', commonFields.id)
      return save(body, asked)
    }

  return {
    door: createPushStore(kernel),
    served: served(pushCalls, {
      listPushTaskTypeAll: taskTypes.list,
      updatePushTaskType: updateOnly(taskTypes.save),
      listPushUserConfigByDeptId: userConfigs.list,
      updatePushUserConfig: updateOnly(userConfigs.save),
      listSysPushRecordByDeptId: records.list,
      listSysPushRecordCountByDeptId: sheetOf(records).count,
    }),
    nouns: [kept(taskTypes), kept(userConfigs), kept(records)],
  }
}

declare module '../../kernel/module.ts' {
  interface Doors {
    push: PushStore
  }
}
export const domain = declareModule({
  name: 'push',
  create: createPush,
  references: {
    pushTaskType: { table: 'push_task_type', name: 'name', dept: null, word: { zh: '推送任务类型', en: 'The push task type' } },
  },
})
