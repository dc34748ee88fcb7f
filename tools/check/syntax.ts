/** A part of a file's syntax as the parser gives it. */
export interface Node {
  readonly type: string
  readonly span: { readonly start: number; readonly end: number }
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Every part of what was parsed, the outer ones first. */
export const nodesIn = function* (value: unknown): Generator<Node & Record<string, unknown>> {
  if (isNode(value)) yield value as Node & Record<string, unknown>
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* nodesIn(inner)
}
