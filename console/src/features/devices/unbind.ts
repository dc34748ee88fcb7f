import type { Call } from '@vigil/contract/kernel/call.ts'
import { client } from '../../shared/api/client.ts'
import type { BulkAction } from '../../shared/spec/definitions.ts'

/** Takes devices off the people who wear them; the history keeps who it was. */
export const unbind = (save: Call): BulkAction => ({
  key: 'unbind',
  label: { zh: '解除绑定', en: 'Unbind' },
  hint: { zh: '设备将与佩戴人解除绑定，佩戴历史保留', en: 'The device is unbound from its wearer. The wearer history is kept' },
  run: (record) => client.ask(save, { ...record, userId: null }),
})
