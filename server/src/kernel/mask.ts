/** 13812345678 → 138****5678, for those who may not see private data. */
export const mask = (secret: string): string =>
  secret.length < 7 ? secret.replace(/./gu, '*') : `${secret.slice(0, 3)}****${secret.slice(-4)}`
