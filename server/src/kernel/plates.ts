import { plateForm } from '@vigil/contract/devices/plate.ts'
import { patternsOf } from './listing.ts'

/** Plates stand in records in the form in which they are compared; who looks for one writes it as he likes. */

/** A plate as it was written, and as it is kept. */
export const platesOf = (written: string): string[] => [...new Set([written, plateForm(written)])]

/** What a part of a plate is looked for by. */
export const platePatterns = (keyword: string): string[] => [
  ...new Set(platesOf(keyword).flatMap((form) => (form === '' ? [] : patternsOf(form)))),
]
