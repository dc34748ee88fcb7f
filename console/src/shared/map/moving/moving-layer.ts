import type { CustomLayerInterface, CustomRenderMethodInput, Map as MapLibreMap } from 'maplibre-gl'
import type { Clock, MovingSource } from '../../moving/moving-source.ts'
import { motionSize, type PositionStore } from '../../moving/position-store.ts'
import { cellSize, columns, rows } from './atlas.ts'

/** Bytes of a sprite: picture, size (px, 0 hides it), flags, opacity, shift x, shift y (px, signed), two unused. */
export const spriteSize = 8
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
/** Frames a second: at most, and at least while something moves, pulses or gathers. A step of a glide stays below half a pixel. */
const pacing = { most: 60, least: 12, pulse: 30, step: 0.5 } as const

const vertexSource = `#version 300 es
layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 path;
layout(location = 2) in vec4 pace;
layout(location = 3) in uvec4 sprite;
layout(location = 4) in ivec4 shift;
uniform mat4 matrix;
uniform vec2 pixel;
uniform float time;
uniform float pulse;
out vec2 place;
out float opacity;
void main() {
  if (sprite.y == 0u) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
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
  offset += vec2(shift.xy);
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
  readonly motion: WebGLBuffer
  readonly sprites: WebGLBuffer
  readonly vertexArray: WebGLVertexArrayObject
  /** Instances that fit into the buffers. */
  room: number
}

interface Shaders {
  readonly program: WebGLProgram
  readonly vertex: WebGLShader
  readonly fragment: WebGLShader
}

type Uniforms = Readonly<Record<'matrix' | 'pixel' | 'time' | 'pulse' | 'atlas', WebGLUniformLocation | null>>

interface Resources {
  readonly gl: WebGL2RenderingContext
  readonly shaders: Shaders
  readonly corners: WebGLBuffer
  readonly texture: WebGLTexture
  readonly base: Batch
  readonly special: Batch
  readonly query: WebGLQuery
  /** Null until the first frame asks whether the shaders stand. */
  uniforms: Uniforms | null
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
  }
}

/** Runs of changed slots nearer than this become one upload. */
const joinWithin = 64

/**
 * Everything that moves, in one layer: two instanced draws, positions glide in the vertex shader between the last two reports,
 * so that a frame costs no work for an object outside the graphics card. Only changed slots are uploaded; the map is drawn
 * anew only while something glides or pulses, and no oftener than the eye can tell.
 */
export class MovingLayer implements CustomLayerInterface {
  readonly id = 'moving'
  readonly type = 'custom'
  readonly renderingMode = '2d'
  /** Tells of each frame; with it the card is asked whether anything was drawn. */
  onDrawn: ((drawn: Drawn) => void) | null = null
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
    const corners = made(gl.createBuffer(), 'buffer')
    gl.bindBuffer(gl.ARRAY_BUFFER, corners)
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5]), gl.STATIC_DRAW)
    this.resources = {
      gl,
      shaders: begin(gl),
      corners,
      texture: made(gl.createTexture(), 'texture'),
      base: this.createBatch(gl, corners),
      special: this.createBatch(gl, corners),
      query: made(gl.createQuery(), 'query'),
      uniforms: null,
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
    for (const { motion, sprites, vertexArray } of [owned.base, owned.special]) {
      gl.deleteBuffer(motion)
      gl.deleteBuffer(sprites)
      gl.deleteVertexArray(vertexArray)
    }
    gl.deleteBuffer(owned.corners)
    gl.deleteTexture(owned.texture)
    gl.deleteQuery(owned.query)
    gl.deleteShader(owned.shaders.vertex)
    gl.deleteShader(owned.shaders.fragment)
    gl.deleteProgram(owned.shaders.program)
  }

  render(gl: WebGL2RenderingContext, { defaultProjectionData }: CustomRenderMethodInput): void {
    const { resources, store, scene, map } = this
    const { origin } = store
    if (!resources || !map || !this.atlas || !origin) return
    resources.uniforms ??= uniformsOf(gl, resources.shaders)
    const { uniforms } = resources
    const now = this.clock.now()
    this.upload(resources)
    gl.useProgram(resources.shaders.program)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.disable(gl.DEPTH_TEST)
    gl.disable(gl.STENCIL_TEST)
    gl.disable(gl.CULL_FACE)
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, resources.texture)
    const { clientWidth, clientHeight } = map.getCanvas()
    gl.uniformMatrix4fv(uniforms.matrix, false, shifted(defaultProjectionData.mainMatrix, origin.x, origin.y))
    gl.uniform2f(uniforms.pixel, 2 / clientWidth, -2 / clientHeight)
    gl.uniform1f(uniforms.time, (now - store.epoch) / 1000)
    gl.uniform1f(uniforms.pulse, this.animates ? (performance.now() % pulseTime) / pulseTime : 0)
    gl.uniform1i(uniforms.atlas, 0)

    const asking = this.onDrawn !== null && this.ask(resources)
    gl.bindVertexArray(resources.base.vertexArray)
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, Math.min(store.size, resources.base.room))
    if (scene.specialCount > 0) {
      gl.bindVertexArray(resources.special.vertexArray)
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, scene.specialCount)
    }
    gl.bindVertexArray(null)
    if (asking) gl.endQuery(gl.ANY_SAMPLES_PASSED)
    this.frame += 1
    this.onDrawn?.({
      frame: this.frame,
      sprites: store.size + scene.specialCount,
      reached: this.reached,
      revision: this.uploaded,
    })
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
    if (wanted >= pacing.most) {
      map.triggerRepaint()
      return
    }
    this.timer ??= setTimeout(
      () => {
        this.timer = null
        map.triggerRepaint()
      },
      1000 / wanted - 8,
    )
  }

  private createBatch(gl: WebGL2RenderingContext, corners: WebGLBuffer): Batch {
    const batch: Batch = {
      motion: made(gl.createBuffer(), 'buffer'),
      sprites: made(gl.createBuffer(), 'buffer'),
      vertexArray: made(gl.createVertexArray(), 'vertex array'),
      room: 0,
    }
    gl.bindVertexArray(batch.vertexArray)
    gl.bindBuffer(gl.ARRAY_BUFFER, corners)
    gl.enableVertexAttribArray(0)
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
    gl.bindBuffer(gl.ARRAY_BUFFER, batch.motion)
    for (const [location, offset] of [
      [1, 0],
      [2, 16],
    ] as const) {
      gl.enableVertexAttribArray(location)
      gl.vertexAttribPointer(location, 4, gl.FLOAT, false, motionSize * 4, offset)
      gl.vertexAttribDivisor(location, 1)
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, batch.sprites)
    gl.enableVertexAttribArray(3)
    gl.vertexAttribIPointer(3, 4, gl.UNSIGNED_BYTE, spriteSize, 0)
    gl.vertexAttribDivisor(3, 1)
    gl.enableVertexAttribArray(4)
    gl.vertexAttribIPointer(4, 4, gl.BYTE, spriteSize, 4)
    gl.vertexAttribDivisor(4, 1)
    gl.bindVertexArray(null)
    return batch
  }

  private upload({ gl, texture, base, special }: Resources): void {
    const { store, scene } = this
    if (this.atlasDue && this.atlas) {
      this.atlasDue = false
      gl.bindTexture(gl.TEXTURE_2D, texture)
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.atlas)
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
      for (const [name, value] of [
        [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
        [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
        [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
        [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
      ] as const) {
        gl.texParameteri(gl.TEXTURE_2D, name, value)
      }
    }
    // A store that has grown is uploaded whole once the scene has grown with it.
    if (base.room !== store.ids.length && scene.base.length === store.ids.length * spriteSize) {
      base.room = store.ids.length
      gl.bindBuffer(gl.ARRAY_BUFFER, base.motion)
      gl.bufferData(gl.ARRAY_BUFFER, store.motion, gl.DYNAMIC_DRAW)
      gl.bindBuffer(gl.ARRAY_BUFFER, base.sprites)
      gl.bufferData(gl.ARRAY_BUFFER, scene.base, gl.DYNAMIC_DRAW)
      scene.baseChanged = null
    } else if (this.uploaded !== store.revision) {
      gl.bindBuffer(gl.ARRAY_BUFFER, base.motion)
      this.uploadChanged(gl, base.room)
    }
    this.uploaded = store.revision
    if (scene.baseChanged) {
      const { from, to } = scene.baseChanged
      scene.baseChanged = null
      gl.bindBuffer(gl.ARRAY_BUFFER, base.sprites)
      gl.bufferSubData(gl.ARRAY_BUFFER, from * spriteSize, scene.base, from * spriteSize, (to - from) * spriteSize)
    }
    if (scene.specialChanged) {
      scene.specialChanged = false
      gl.bindBuffer(gl.ARRAY_BUFFER, special.motion)
      gl.bufferData(gl.ARRAY_BUFFER, scene.specialMotion, gl.DYNAMIC_DRAW, 0, Math.max(scene.specialCount, 1) * motionSize)
      gl.bindBuffer(gl.ARRAY_BUFFER, special.sprites)
      gl.bufferData(gl.ARRAY_BUFFER, scene.specialSprites, gl.DYNAMIC_DRAW, 0, Math.max(scene.specialCount, 1) * spriteSize)
    }
  }

  private uploadChanged(gl: WebGL2RenderingContext, room: number): void {
    const { store } = this
    let from = -1
    let last = -1
    const send = (): void => {
      if (from < 0) return
      gl.bufferSubData(gl.ARRAY_BUFFER, from * motionSize * 4, store.motion, from * motionSize, (last + 1 - from) * motionSize)
    }
    for (let slot = 0; slot < Math.min(store.size, room); slot += 1) {
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
