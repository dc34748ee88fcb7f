import { z } from 'zod'

/** What a domain is told by the environment: each variable with its preset, and with what is wrong of a bad value in both languages. */
export type Variables = Readonly<Record<`VIGIL_${string}`, z.ZodType>>
export type ValuesOf<Declared extends Variables> = { readonly [Name in keyof Declared]: z.output<Declared[Name]> }

const noPort = '须为 0 到 65535 的整数，0 为任意空闲端口 / must be a whole number from 0 to 65535, 0 for any free port'

/** A port to listen on, such as a gateway's own (`VIGIL_<NAME>_PORT`); `0` is any free one. */
export const port = (preset: number) =>
  z
    .string()
    .regex(/^\d+$/, noPort)
    .transform(Number)
    .refine((given) => given <= 65_535, noPort)
    .default(preset)
