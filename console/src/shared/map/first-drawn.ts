let tell: () => void = () => undefined
const drawn = new Promise<void>((resolve) => {
  tell = resolve
})

/** No map can be drawn here: nothing waits for one. */
export const noMapIsDrawn = (): void => tell()

/** A map was drawn for the first time since the page was opened; it is on the screen once the graphics card is done with it. */
export const mapIsDrawn = (canvas: HTMLCanvasElement): void => {
  const gl = canvas.getContext('webgl2')
  const done = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  if (!gl || !done) return tell()
  gl.flush()
  const look = (): void => {
    if (!gl.isContextLost() && gl.getSyncParameter(done, gl.SYNC_STATUS) !== gl.SIGNALED) return void setTimeout(look, 16)
    gl.deleteSync(done)
    tell()
  }
  look()
}

/**
 * Waits for the first map of the page, and no longer than so many milliseconds: what can come after it leaves it the line and the
 * processor until then.
 */
export const afterFirstMap = (most: number): Promise<void> =>
  Promise.race([drawn, new Promise<void>((resolve) => setTimeout(resolve, most))])

/** Milliseconds that what home does without waits for its map at most. */
const homeStands = 3_000
/** Waits for the map of home, where the page was opened there; not at all elsewhere. */
export const afterHome = async (): Promise<void> => {
  if (/^\/(home)?$/.test(location.pathname)) await afterFirstMap(homeStands)
}
