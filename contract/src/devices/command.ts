import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'

/** What became of a command to a device: as far as it was seen to come. */
export const receipt = enumeration({
  sent: { code: 'sent', zh: '已发出', en: 'Sent' },
  accepted: { code: 'accepted', zh: '设备已接收', en: 'Received by the device' },
  played: { code: 'played', zh: '已播放', en: 'Played' },
  failed: { code: 'failed', zh: '失败', en: 'Failed' },
  offline: { code: 'offline', zh: '设备离线', en: 'Device offline' },
  timedOut: { code: 'timedOut', zh: '设备未应答', en: 'No answer from the device' },
})
export type Receipt = z.output<typeof receipt.schema>
