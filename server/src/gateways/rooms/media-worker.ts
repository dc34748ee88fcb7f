import { parentPort, workerData } from 'node:worker_threads'
import { createMedia, type MediaPlace, type Publisher, type Subscriber } from './media.ts'
import type { MediaOrder, MediaTold } from './media-thread.ts'

/** The thread in which sound and pictures of rooms go. */

/** Milliseconds between two tellings of who was heard. */
const tellEvery = 1_000

const publishers = new Map<number, { readonly publisher: Publisher; told: number }>()
const subscribers = new Map<number, Subscriber>()

const tell = (told: MediaTold): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
  parentPort?.postMessage(told)
}
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const media = createMedia(workerData as MediaPlace, (error) => tell({ problem: messageOf(error) }))

/** What is said to the other side. */
const carry = async (order: MediaOrder): Promise<string> => {
  switch (order.ask) {
    case 'publish': {
      const publisher = await media.publish(order.offer, () => tell({ broken: order.n }))
      publishers.set(order.n, { publisher, told: 0 })
      return publisher.answer
    }
    case 'subscribe': {
      const subscriber = await publishers.get(order.to)?.publisher.subscribe(() => tell({ broken: order.n }))
      if (!subscriber) throw new Error('who is to be heard has left')
      subscribers.set(order.n, subscriber)
      return subscriber.offer
    }
    case 'accept':
      await subscribers.get(order.by)?.accept(order.answer)
      return ''
    case 'close':
      await (publishers.get(order.one)?.publisher ?? subscribers.get(order.one))?.close()
      publishers.delete(order.one)
      subscribers.delete(order.one)
      return ''
  }
}

parentPort?.on('message', (order: MediaOrder) => {
  const { n } = order
  carry(order).then(
    (sdp) => tell({ n, sdp }),
    (error: unknown) => tell({ n, failed: messageOf(error) }),
  )
})
setInterval(() => {
  const heard: number[] = []
  for (const [id, one] of publishers) {
    const packets = one.publisher.heard()
    if (packets > one.told) heard.push(id)
    one.told = packets
  }
  if (heard.length > 0) tell({ heard })
}, tellEvery)
