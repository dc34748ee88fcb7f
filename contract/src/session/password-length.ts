/** Bounds of a password; the server also refuses the user's name and common ones. */
export const passwordLength = { min: 10, max: 128 } as const
