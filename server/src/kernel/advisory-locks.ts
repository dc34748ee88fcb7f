/** Advisory locks of the database, which servers share: each number once. */
export const advisoryLocks = {
  /** Held by the one server of a database. */
  soleServer: 7_201_846,
  /** Held while hours of positions are packed. */
  packing: 7_201_845,
  /** Held while attempts to sign in are counted. */
  signIn: 7_201_901,
  /** Held, with the hash of a person's id, while an import or export of his is begun. */
  transfersOf: 7_201_902,
  /** Held, with the hash of a person's id, while his sessions are counted. */
  sessionsOf: 7_201_903,
  /** Held while it is looked which vehicles stand. */
  stands: 7_201_913,
  /** With the hash of a plate: what is seen of one vehicle is judged one after the other. */
  drives: 7_201_914,
  /** Held, with the hash of an address, while a place that pushes from it is saved. */
  pushAddress: 7_201_911,
  /** Held, with the hash of what is asked and by whom, while bookings of visitors are counted. */
  visitAsks: 7_201_912,
  /** Held, with the hash of a person's id, while his broadcasts of a minute are counted. */
  broadcastsOf: 7_201_915,
} as const
