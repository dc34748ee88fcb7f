import type { z } from 'zod'

/** Something that servers tell each other: what it is called on the wire, and of what shape it is. Whoever owns it declares it. */
export interface Subject<Payload> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
}
export const subject = <Payload>(name: string, payload: z.ZodType<Payload>): Subject<Payload> => ({ name, payload })

/** Something that one server asks another; who answers it does so under a key, such as that of a device that it holds. */
export interface Question<Asked, Answer> {
  readonly name: string
  readonly asked: z.ZodType<Asked>
  readonly answer: z.ZodType<Answer>
}
export const question = <Asked, Answer>(
  name: string,
  asked: z.ZodType<Asked>,
  answer: z.ZodType<Answer>,
): Question<Asked, Answer> => ({ name, asked, answer })
