import { z } from 'zod'
import type { Permission } from '../menu/routes.ts'

/** What consoles hear of a domain at once. */
export interface TopicKind {
  /** One of them lets somebody hear of it; anybody who is signed in where there is none. */
  readonly needs: readonly Permission[]
  readonly events: readonly z.ZodObject[]
}

/** Something that happens: its name, in which topic it is told, and what is told of it. */
export const event = <Name extends string, Topic extends string, Data extends z.ZodType>(name: Name, topic: Topic, data: Data) =>
  z.object({ name: z.literal(name), topic: z.literal(topic), data })
