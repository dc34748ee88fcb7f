/** Pure: what items are called. */

/** The name of an item that is added as the so-manyth of its case, so that no two share one. */
export const addedName = (number: number, name: string): string => `${String(number).padStart(3, '0')}-${name}`
