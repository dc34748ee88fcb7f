/**
 * What Node is started with. Its young generation grows to three times so many MB. What lives longer may take 2,000 MB, many times
 * what it does, and is looked through once it has grown by two fifths: left to itself Node lets it grow to twice of what is needed or
 * more, which is 20 MB in the demo.
 */
const flagsWith = (young: number, growing: number): readonly string[] => [
  `--max-semi-space-size=${young}`,
  '--max-old-space-size=2000',
  `--heap-growing-percent=${growing}`,
]
/**
 * Of a server that runs a site; the unit in deploy/systemd says the same. With Node's own limit it takes 100 MB more, for 3 % less
 * processor time; with 8 MB a fourth more of its time goes into collecting garbage at 32,000 reports a second.
 */
export const nodeFlags = flagsWith(12, 40)
/** Of the demo, which sees no such load and may run on anybody's laptop: some 30 MB less. */
export const demoFlags = flagsWith(4, 25)

/**
 * The environment it needs as well. glibc keeps what was freed in an area for each thread that ever asked; Node has a dozen of them
 * and little to hand between them. With two areas the demo's first start takes 232 instead of 269 MB.
 */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2' } as const
/**
 * Of the demo. What is larger than 128 KB, as that which the compiler of JavaScript works with, is given back to the system at once: left to
 * itself glibc learns from what was freed once to keep as much, which is 17 MB after the first start.
 */
export const demoEnvironment = { ...nodeEnvironment, MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' } as const
