import { z } from 'zod'

/** A place in a body or query that can be sent a text, whether or not it expects one. */
export interface TextField {
  readonly path: readonly string[]
  /** In code units; null when the schema has no limit. */
  readonly maxLength: number | null
}

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly maxLength?: number
}

/** All fields of a schema; for a list its first entry, as `0`. */
export function textFieldsOf(schema: z.core.$ZodType): TextField[] {
  const found = new Map<string, TextField>()
  const open: { node: Node; path: string[] }[] = [
    { node: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node, path: [] },
  ]
  for (const { node, path } of open) {
    const inner = Object.entries(node.properties ?? {})
    for (const [name, one] of inner) open.push({ node: one, path: [...path, name] })
    if (node.items) open.push({ node: node.items, path: [...path, '0'] })
    for (const one of node.anyOf ?? []) open.push({ node: one, path })
    if (path.length === 0 || inner.length > 0 || node.anyOf) continue
    const known = found.get(path.join('.'))?.maxLength
    found.set(path.join('.'), { path, maxLength: node.maxLength ?? known ?? null })
  }
  return [...found.values()]
}

/** A copy of a body with another value in a field. */
export function withText(body: object, { path }: TextField, value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>
  let place: Record<string, unknown> = copy
  for (const [index, name] of path.slice(0, -1).entries()) {
    const known = place[name]
    const isUsable = typeof known === 'object' && known !== null
    const made = isUsable ? known : path[index + 1] === '0' ? [] : {}
    place[name] = made
    place = made as Record<string, unknown>
  }
  place[path.at(-1) ?? ''] = value
  return copy
}

/** A body as the fields of a form: lists as repeated fields. */
export function asForm(body: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) for (const one of value) form.append(`${name}[]`, asField(one))
    else form.set(name, asField(value))
  }
  return form
}

function asField(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
