/** Whether made-up input is looked at for longer, as `npm test -- --deep` asks. */
const isDeep = process.env['VIGIL_DEEP'] !== undefined

/** How often something is tried with made-up input: in a usual run, and in a deep one. */
export const rounds = (usual: number, deep: number): number => (isDeep ? deep : usual)
