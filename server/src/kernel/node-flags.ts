/**
 * What Node is started with to run the server; the unit in deploy/systemd says the same. Its young generation grows to three times
 * 12 MB: with Node's own limit the server of the demo takes 100 MB more, for 3 % less processor time; with 8 MB some MB less, and at
 * 32,000 reports a second a fourth more of its time goes into collecting garbage. What lives longer may take
 * 2,000 MB, many times what it does, and is looked through once it has grown by two fifths: left to itself Node lets it grow to
 * twice of what is needed or more, which is 20 MB in the demo.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=12', '--max-old-space-size=2000', '--heap-growing-percent=40']

/**
 * The environment it needs as well. glibc keeps what was freed in an area for each thread that ever asked; Node has a dozen of them
 * and little to hand between them. With two areas the demo's first start takes 232 instead of 269 MB.
 */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2' } as const
