import type { CustomLayerInterface, CustomRenderMethodInput, Map as MapLibreMap } from 'maplibre-gl'
import type { Clock, MovingSource } from '../../moving/moving-source.ts'
import { motionSize, type PositionStore } from '../../moving/position-store.ts'
import { cellSize, columns, rows } from './atlas.ts'

/** Bytes of a sprite: picture, size (px, 0 hides it), flags, opacity, shift x, shift y (px, signed), two unused. */
export const spriteSize = 8
/** Sprites in a row of the textures in which the card reads them: as many as there is room for at least, and what it grows by divides by them. */
export const perRow = 256
/** The picture turns with the course; it grows and fades with the pulse. */
export const spriteFlags = { turns: 1, pulses: 2 } as const

/** What a map shows of the moving things, by slot, and what stands above them in order. */
export interface Scene {
  /** One sprite a slot. */
  base: Uint8Array
  /** Slots whose base sprite changed, from and up to (without). */
  baseChanged: { from: number; to: number } | null
  /** Drawn after everything in `base`, one after the other: motion as in the store, and a sprite each. */
  specialMotion: Float32Array
  specialSprites: Uint8Array
  specialCount: number
  specialChanged: boolean
  /** Whether something pulses. */
  pulsing: boolean
  /** When the last of the specials stands still, by the clock that things glide by. */
  glidesUntil: number
}

export interface Drawn {
  /** Frames since the layer was added. */
  readonly frame: number
  /** Sprites that were handed to the graphics card in this frame. */
  readonly sprites: number
  /** Whether any of their samples reached the picture, told by the card about an earlier frame; null while it has not told. */
  readonly reached: boolean | null
  /** `revision` of the store that the frame shows. */
  readonly revision: number
}

/** Milliseconds of one pulse, whatever time is shown: a recording that is played fast must not flicker. */
const pulseTime = 1_200
/**
 * Frames a second: at most, and at least while something moves, pulses or gathers. A step of a glide stays below half a pixel. After so
 * many ms a card that was not done is looked at again.
 */
const pacing = { most: 60, least: 12, pulse: 30, step: 0.5, look: 8 } as const

const vertexSource = `#version 300 es
uniform highp sampler2D motions;
uniform highp usampler2D sprites;
uniform mat4 matrix;
uniform vec2 pixel;
uniform float time;
uniform float pulse;
out vec2 place;
out float opacity;
void main() {
  int slot = gl_VertexID / 4;
  ivec2 at = ivec2(2 * (slot % ${perRow}), slot / ${perRow});
  uvec4 sprite = texelFetch(sprites, at, 0);
  if (sprite.y == 0u) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 path = texelFetch(motions, at, 0);
  vec4 pace = texelFetch(motions, at + ivec2(1, 0), 0);
  ivec2 shift = ivec2(texelFetch(sprites, at + ivec2(1, 0), 0).xy << 24u) >> 24;
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1) - 0.5;
  float part = pace.y > 0.0 ? clamp((time - pace.x) / pace.y, 0.0, 1.0) : 1.0;
  vec4 middle = matrix * vec4(mix(path.xy, path.zw, part), 0.0, 1.0);
  float size = float(sprite.y);
  vec2 offset = corner * size;
  opacity = float(sprite.w) / 255.0;
  if ((sprite.z & ${spriteFlags.turns}u) != 0u) {
    float turn = mod(pace.w - pace.z + 540.0, 360.0) - 180.0;
    float angle = radians(pace.z + turn * part);
    offset = mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * offset;
  }
  if ((sprite.z & ${spriteFlags.pulses}u) != 0u) {
    offset *= 1.0 + 0.4 * pulse;
    opacity *= 1.0 - pulse;
  }
  offset += vec2(shift);
  gl_Position = vec4(middle.xy / middle.w + offset * pixel, 0.0, 1.0);
  vec2 cell = vec2(float(sprite.x % ${columns}u), float(sprite.x / ${columns}u)) + 0.5;
  place = (cell + corner * size / ${cellSize.toFixed(1)}) / vec2(${columns.toFixed(1)}, ${rows.toFixed(1)});
}`

const fragmentSource = `#version 300 es
precision mediump float;
uniform sampler2D atlas;
in vec2 place;
in float opacity;
out vec4 colour;
void main() {
  colour = texture(atlas, place) * opacity;
}`

interface Batch {
  readonly motion: WebGLTexture
  readonly sprites: WebGLTexture
  /** Sprites that fit into the textures. */
  room: number
}

/** Two triangles a sprite out of its four corners, as numbers of vertices; bound to the vertex array. */
interface Corners {
  readonly buffer: WebGLBuffer
  /** Sprites that they suffice for. */
  room: number
}

interface Shaders {
  readonly program: WebGLProgram
  readonly vertex: WebGLShader
  readonly fragment: WebGLShader
}

type Uniforms = Readonly<
  Record<'matrix' | 'pixel' | 'time' | 'pulse' | 'atlas' | 'motions' | 'sprites', WebGLUniformLocation | null>
>

interface Resources {
  readonly gl: WebGL2RenderingContext
  readonly shaders: Shaders
  readonly vertexArray: WebGLVertexArrayObject
  readonly texture: WebGLTexture
  readonly base: Batch
  readonly special: Batch
  readonly corners: Corners
  readonly query: WebGLQuery
  /** Null until the first frame asks whether the shaders stand. */
  uniforms: Uniforms | null
  /** Passed once the card has drawn the last frame. */
  done: WebGLSync | null
}

const made = <T>(thing: T | null, name: string): T => {
  if (thing === null) throw new Error(`WebGL gave no ${name}`)
  return thing
}

const compile = (gl: WebGL2RenderingContext, type: number, source: string): WebGLShader => {
  const shader = made(gl.createShader(type), 'shader')
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  return shader
}

/** Has the card begin with the shaders. Nothing is asked of it here: each answer would be waited for until it is done with them. */
const begin = (gl: WebGL2RenderingContext): Shaders => {
  const program = made(gl.createProgram(), 'program')
  const vertex = compile(gl, gl.VERTEX_SHADER, vertexSource)
  const fragment = compile(gl, gl.FRAGMENT_SHADER, fragmentSource)
  gl.attachShader(program, vertex)
  gl.attachShader(program, fragment)
  gl.linkProgram(program)
  return { program, vertex, fragment }
}

/** Where its numbers go; throws with what the card has against the shaders. */
const uniformsOf = (gl: WebGL2RenderingContext, { program, vertex, fragment }: Shaders): Uniforms => {
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    const said = [gl.getShaderInfoLog(vertex), gl.getShaderInfoLog(fragment), gl.getProgramInfoLog(program)].filter(Boolean)
    throw new Error(`the shaders of what moves do not link: ${said.join(' ')}`)
  }
  return {
    matrix: gl.getUniformLocation(program, 'matrix'),
    pixel: gl.getUniformLocation(program, 'pixel'),
    time: gl.getUniformLocation(program, 'time'),
    pulse: gl.getUniformLocation(program, 'pulse'),
    atlas: gl.getUniformLocation(program, 'atlas'),
    motions: gl.getUniformLocation(program, 'motions'),
    sprites: gl.getUniformLocation(program, 'sprites'),
  }
}

const bindTexture = (gl: WebGL2RenderingContext, unit: number, texture: WebGLTexture): void => {
  gl.activeTexture(gl.TEXTURE0 + unit)
  gl.bindTexture(gl.TEXTURE_2D, texture)
}

const createBatch = (gl: WebGL2RenderingContext): Batch => {
  const create = (): WebGLTexture => {
    const texture = made(gl.createTexture(), 'texture')
    bindTexture(gl, 0, texture)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
    return texture
  }
  return { motion: create(), sprites: create(), room: 0 }
}

/** Two texels a sprite in either texture; what was in them is gone. */
const resizeBatch = (gl: WebGL2RenderingContext, batch: Batch, room: number): void => {
  batch.room = room
  const [width, height] = [perRow * 2, room / perRow]
  bindTexture(gl, 0, batch.motion)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, null)
  bindTexture(gl, 0, batch.sprites)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8UI, width, height, 0, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE, null)
}

/** The rows of these, from and up to (without). */
const rowsOf = (from: number, to: number): { readonly row: number; readonly rows: number } => {
  const row = Math.floor(from / perRow)
  return { row, rows: Math.ceil(to / perRow) - row }
}

const putMotion = (gl: WebGL2RenderingContext, { motion }: Batch, of: Float32Array, from: number, to: number): void => {
  const { row, rows } = rowsOf(from, to)
  bindTexture(gl, 0, motion)
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, row, perRow * 2, rows, gl.RGBA, gl.FLOAT, of, row * perRow * motionSize)
}

const putSprites = (gl: WebGL2RenderingContext, { sprites }: Batch, of: Uint8Array, from: number, to: number): void => {
  const { row, rows } = rowsOf(from, to)
  bindTexture(gl, 0, sprites)
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, row, perRow * 2, rows, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE, of, row * perRow * spriteSize)
}

const drawBatch = (gl: WebGL2RenderingContext, { motion, sprites }: Batch, count: number): void => {
  if (count === 0) return
  bindTexture(gl, 1, motion)
  bindTexture(gl, 2, sprites)
  gl.drawElements(gl.TRIANGLES, count * 6, gl.UNSIGNED_INT, 0)
}

/** For so many sprites at least; the vertex array is bound. */
const prepareCorners = (gl: WebGL2RenderingContext, corners: Corners, room: number): void => {
  if (corners.room >= room) return
  corners.room = room
  const numbers = new Uint32Array(room * 6)
  for (let sprite = 0; sprite < room; sprite += 1) {
    const first = sprite * 4
    numbers.set([first, first + 1, first + 2, first + 2, first + 1, first + 3], sprite * 6)
  }
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, corners.buffer)
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, numbers, gl.STATIC_DRAW)
}

/** Runs of changed slots nearer than this become one upload. */
const joinWithin = 2 * perRow

/**
 * Everything that moves, in one layer: two draws, positions glide in the vertex shader between the last two reports,
 * so that a frame costs no work for an object outside the graphics card. The shader reads each sprite out of textures by its number: drawn as
 * instances they would be a draw each to a browser without a graphics card. Only rows with a changed slot are uploaded; the map is drawn
 * anew only while something glides or pulses, no oftener than the eye can tell or the card can draw.
 */
export class MovingLayer implements CustomLayerInterface {
  readonly id = 'moving'
  readonly type = 'custom'
  readonly renderingMode = '2d'
  /** Tells of each frame; with it the card is asked whether anything was drawn. */
  onDrawn: ((drawn: Drawn) => void) | null = null
  /** Called once where the card cannot draw it. */
  onFailed: ((error: Error) => void) | null = null
  private failed = false
  /** False where the operator asked for less motion. */
  animates = true

  private readonly store: PositionStore
  private readonly clock: Clock
  private readonly scene: Scene
  private atlas: HTMLCanvasElement | null = null
  private atlasDue = false
  private map: MapLibreMap | null = null
  private resources: Resources | null = null
  private uploaded = -1
  private frame = 0
  private asked = false
  private reached: boolean | null = null
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor({ store, clock }: Pick<MovingSource, 'store' | 'clock'>, scene: Scene) {
    this.store = store
    this.clock = clock
    this.scene = scene
  }

  /** New pictures, for another theme. */
  setAtlas(atlas: HTMLCanvasElement): void {
    this.atlas = atlas
    this.atlasDue = true
    this.map?.triggerRepaint()
  }

  /** Something in the store or the scene changed: draw it. */
  refresh(): void {
    this.map?.triggerRepaint()
  }

  onAdd(map: MapLibreMap, gl: WebGL2RenderingContext): void {
    this.map = map
    this.resources = {
      gl,
      shaders: begin(gl),
      vertexArray: made(gl.createVertexArray(), 'vertex array'),
      texture: made(gl.createTexture(), 'texture'),
      base: createBatch(gl),
      special: createBatch(gl),
      corners: { buffer: made(gl.createBuffer(), 'buffer'), room: 0 },
      query: made(gl.createQuery(), 'query'),
      uniforms: null,
      done: null,
    }
    this.uploaded = -1
    this.atlasDue = true
    this.scene.specialChanged = true
  }

  onRemove(_map: MapLibreMap, gl: WebGL2RenderingContext): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.map = null
    const owned = this.resources
    this.resources = null
    if (!owned) return
    for (const { motion, sprites } of [owned.base, owned.special]) {
      gl.deleteTexture(motion)
      gl.deleteTexture(sprites)
    }
    gl.deleteVertexArray(owned.vertexArray)
    gl.deleteBuffer(owned.corners.buffer)
    gl.deleteTexture(owned.texture)
    gl.deleteQuery(owned.query)
    gl.deleteSync(owned.done)
    gl.deleteShader(owned.shaders.vertex)
    gl.deleteShader(owned.shaders.fragment)
    gl.deleteProgram(owned.shaders.program)
  }

  /** Null on a card that cannot draw it, which is told once: a map that hides everybody must not look like a quiet one. */
  private uniformsIn(resources: Resources): Uniforms | null {
    // A card that took its memory back answers nothing until the browser tells of it, a moment later.
    if (this.failed || resources.gl.isContextLost()) return null
    try {
      resources.uniforms ??= uniformsOf(resources.gl, resources.shaders)
    } catch (error) {
      this.failed = true
      this.onFailed?.(error instanceof Error ? error : new Error(String(error)))
    }
    return resources.uniforms
  }

  render(gl: WebGL2RenderingContext, { defaultProjectionData }: CustomRenderMethodInput): void {
    const { resources, store, scene, map } = this
    const { origin } = store
    if (!resources || !map || !this.atlas || !origin) return
    const uniforms = this.uniformsIn(resources)
    if (!uniforms) return
    const now = this.clock.now()
    this.upload(resources)
    gl.useProgram(resources.shaders.program)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.disable(gl.DEPTH_TEST)
    gl.disable(gl.STENCIL_TEST)
    gl.disable(gl.CULL_FACE)
    bindTexture(gl, 0, resources.texture)
    const { clientWidth, clientHeight } = map.getCanvas()
    gl.uniformMatrix4fv(uniforms.matrix, false, shifted(defaultProjectionData.mainMatrix, origin.x, origin.y))
    gl.uniform2f(uniforms.pixel, 2 / clientWidth, -2 / clientHeight)
    gl.uniform1f(uniforms.time, (now - store.epoch) / 1000)
    gl.uniform1f(uniforms.pulse, this.animates ? (performance.now() % pulseTime) / pulseTime : 0)
    gl.uniform1i(uniforms.atlas, 0)
    gl.uniform1i(uniforms.motions, 1)
    gl.uniform1i(uniforms.sprites, 2)

    const asking = this.onDrawn !== null && this.ask(resources)
    gl.bindVertexArray(resources.vertexArray)
    prepareCorners(gl, resources.corners, Math.max(resources.base.room, resources.special.room))
    drawBatch(gl, resources.base, Math.min(store.size, resources.base.room))
    drawBatch(gl, resources.special, scene.specialCount)
    gl.bindVertexArray(null)
    if (asking) gl.endQuery(gl.ANY_SAMPLES_PASSED)
    this.frame += 1
    this.onDrawn?.({
      frame: this.frame,
      sprites: store.size + scene.specialCount,
      reached: this.reached,
      revision: this.uploaded,
    })
    gl.deleteSync(resources.done)
    resources.done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    this.scheduleNext(map, now)
  }

  /** Begins a question to the card; one is under way at a time. */
  private ask({ gl, query }: Resources): boolean {
    if (this.asked) {
      if (!gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE)) return false
      this.reached = Boolean(gl.getQueryParameter(query, gl.QUERY_RESULT))
    }
    this.asked = true
    gl.beginQuery(gl.ANY_SAMPLES_PASSED, query)
    return true
  }

  private scheduleNext(map: MapLibreMap, now: number): void {
    const pulsing = this.animates && this.scene.pulsing
    const pace = this.clock.pace()
    const gliding = pace > 0 && this.store.glidesUntil > now
    const gathering = pace > 0 && this.scene.glidesUntil > now
    if (!pulsing && !gliding && !gathering) return
    const { lat } = map.getCenter()
    const speed = gliding
      ? (this.store.fastest * pace * 512 * 2 ** map.getZoom()) / (40_075_016.686 * Math.cos((lat * Math.PI) / 180))
      : 0
    const wanted = Math.max(speed / pacing.step, pulsing || gathering ? pacing.pulse : 0, pacing.least)
    this.timer ??= setTimeout(() => this.drawAgain(map), wanted < pacing.most ? 1000 / wanted - 8 : 0)
  }

  /**
   * Once the card is done with the last frame: a slow one would be handed more than it draws, and what is reported would show behind
   * seconds of frames that nobody waits for.
   */
  private drawAgain(map: MapLibreMap): void {
    const { resources } = this
    this.timer = null
    if (!resources) return
    const { gl, done } = resources
    if (done && gl.getSyncParameter(done, gl.SYNC_STATUS) === gl.UNSIGNALED) {
      this.timer = setTimeout(() => this.drawAgain(map), pacing.look)
      return
    }
    map.triggerRepaint()
  }

  private upload({ gl, texture, base, special }: Resources): void {
    const { store, scene } = this
    if (this.atlasDue && this.atlas) {
      this.atlasDue = false
      bindTexture(gl, 0, texture)
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.atlas)
      for (const [name, value] of [
        [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
        [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
        [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
        [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
      ] as const) {
        gl.texParameteri(gl.TEXTURE_2D, name, value)
      }
    }
    // Numbers are no colours: MapLibre may have left the card to multiply them.
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
    // A store that has grown is uploaded whole once the scene has grown with it.
    const room = store.ids.length
    if (base.room !== room && scene.base.length === room * spriteSize) {
      resizeBatch(gl, base, room)
      putMotion(gl, base, store.motion, 0, room)
      putSprites(gl, base, scene.base, 0, room)
      scene.baseChanged = null
    } else if (this.uploaded !== store.revision) this.uploadChanged(gl, base)
    this.uploaded = store.revision
    if (scene.baseChanged) {
      const { from, to } = scene.baseChanged
      scene.baseChanged = null
      putSprites(gl, base, scene.base, from, to)
    }
    if (scene.specialChanged) {
      scene.specialChanged = false
      const specialRoom = scene.specialSprites.length / spriteSize
      if (special.room !== specialRoom) resizeBatch(gl, special, specialRoom)
      putMotion(gl, special, scene.specialMotion, 0, scene.specialCount)
      putSprites(gl, special, scene.specialSprites, 0, scene.specialCount)
    }
  }

  private uploadChanged(gl: WebGL2RenderingContext, base: Batch): void {
    const { store } = this
    let from = -1
    let last = -1
    const send = (): void => {
      if (from >= 0) putMotion(gl, base, store.motion, from, last + 1)
    }
    for (let slot = 0; slot < Math.min(store.size, base.room); slot += 1) {
      if ((store.stamps[slot] ?? 0) <= this.uploaded) continue
      if (from < 0 || slot - last > joinWithin) {
        send()
        from = slot
      }
      last = slot
    }
    send()
  }
}

/** The matrix that first adds a place: the sum is made in double precision, single would be metres off. */
const shifted = (matrix: ArrayLike<number>, x: number, y: number): Float32Array => {
  const result = Float32Array.from(matrix)
  for (let row = 0; row < 4; row += 1) {
    result[12 + row] = (matrix[row] ?? 0) * x + (matrix[4 + row] ?? 0) * y + (matrix[12 + row] ?? 0)
  }
  return result
}
