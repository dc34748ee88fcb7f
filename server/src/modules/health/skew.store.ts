import { sql } from 'kysely'
import { behindFrom } from './rules.ts'

/** Seconds by which the clock of a device was wrong the last time, below 0 where it was behind; of `ahead` and `behind`, which are joined. */
export const skewNow = sql`CASE WHEN behind.last_seen - behind.first_seen >= ${behindFrom} * interval '1 ms'
    AND (ahead.last_seen IS NULL OR behind.last_seen > ahead.last_seen) THEN -behind.seconds
  ELSE ahead.seconds END`
