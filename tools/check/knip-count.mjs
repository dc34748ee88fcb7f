/** Tells how many files knip read, so that a run that read none is not taken for a clean one. */
export default ({ counters, write }) => write(`knip read ${counters.processed} files\n`)
