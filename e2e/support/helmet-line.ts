import type { SipAccount } from '@vigil/contract/telephony/entities.ts'
import { expect, type Site } from './site.ts'

type Said = Readonly<Record<string, unknown>>

/** A helmet's own line to the helmet service, on which a test says and hears what it likes; every message that it gets it has. */
export const openHelmetLine = async ({ origin, deviceKey }: Site, imei: string) => {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/helmet`)
  const heard: Said[] = []
  const say = (message: Said): void => socket.send(JSON.stringify(message))
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Said
    heard.push(message)
    if (message['cmd'] === 'server_push_message')
      say({ act: 'ca_sending_message', message_id: message['message_id'], status: true })
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const answerTo = async (message: Said): Promise<Said> => {
    say(message)
    const answer = () => heard.findLast(({ cmd }) => cmd === message['act'])
    await expect.poll(() => answer()?.['status']).toBe(true)
    return answer() ?? {}
  }
  await answerTo({ act: 'ca_login', device_id: imei, key: deviceKey })
  return {
    /** Says something and waits until the service has it. */
    answerTo,
    /** What it was told to say, in order. */
    words: () => heard.flatMap(({ cmd, message }) => (cmd === 'server_push_message' ? [String(message)] : [])),
    sipAccount: async () => (await answerTo({ act: 'ca_get_sip_info' }))['sip_info'] as SipAccount,
    close: () => socket.close(),
  }
}
