import { z } from 'zod'
import { fileId } from '../files/entities.ts'
import { id, requiredText } from '../kernel/shapes.ts'

/** Whose data are asked for, and where the file with them is fetched: `fileUrl(fileId)`, by who asked alone. */
export const exportedPerson = { body: z.object({ id }), data: z.object({ fileId }) }

/** `confirm` is the person's work number, typed by who erases. */
export const erasedPerson = { body: z.object({ id, confirm: requiredText(32) }) }

/** What somebody is called whose data were erased. */
export const erasedName = '已注销人员'
