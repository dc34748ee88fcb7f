import { useEffect, useState } from 'react'
import { logError } from '../error-log/error-log.ts'
import { loadRank, plainRank, type Rank } from './pinyin.ts'

/** Ranks by pinyin once its dictionary came, literally until then. */
export const useRank = (): Rank => {
  const [rank, setRank] = useState<{ readonly by: Rank }>({ by: plainRank })
  useEffect(() => {
    let current = true
    loadRank().then(
      (by) => current && setRank({ by }),
      (error: unknown) => logError(error, 'pinyin'),
    )
    return () => {
      current = false
    }
  }, [])
  return rank.by
}
