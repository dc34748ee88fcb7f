import { expect, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { deviceKey, type TestSite } from './site.ts'

type Answer = Readonly<Record<string, unknown>>

/** A socket to the helmet service that waits for answers by their cmd. */
export const connectHelmet = async (site: Pick<TestSite, 'origin'>, headers: Readonly<Record<string, string>> = {}) => {
  const socket = new WebSocket(`${site.origin.replace('http', 'ws')}/helmet`, { headers })
  const answers: Answer[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (data: Buffer) => {
    answers.push(JSON.parse(data.toString()) as Answer)
    for (const look of waiting) look()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  onTestFinished(() => socket.terminate())
  let read = 0
  return {
    socket,
    answers,
    closed,
    say: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (cmd: string) =>
      new Promise<Answer>((resolve) => {
        const look = (): void => {
          const index = answers.findIndex((answer, place) => place >= read && answer['cmd'] === cmd)
          if (index < 0) return
          read = index + 1
          waiting.splice(waiting.indexOf(look), 1)
          resolve(answers[index] as Answer)
        }
        waiting.push(look)
        look()
      }),
  }
}

/** A helmet that is logged in. */
export const helmetOf = async (site: Pick<TestSite, 'origin'>, imei: string, key = deviceKey) => {
  const helmet = await connectHelmet(site)
  helmet.say({ act: 'ca_login', device_id: imei, key })
  expect(await helmet.next('ca_login')).toMatchObject({ status: true })
  return helmet
}
