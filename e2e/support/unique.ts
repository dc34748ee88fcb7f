let made = 0

/** A number that no other test of the run has, of five digits: workers run side by side, and one that failed is followed by another. */
export const uniqueNumber = (): number => {
  made += 1
  return (Number(process.env['TEST_WORKER_INDEX']) + 10) * 1_000 + made
}

/** A word that no other test of the run has, and that is the beginning of no other. */
export const unique = (word: string): string => `${word}${uniqueNumber()}`
