import { placeholderReader, type TemplateContext } from './context.ts'
import type { KnownFields } from './field-key.ts'
import { parseTemplate } from './parse.ts'
import { PLACEHOLDERS, type PlaceholderNode, type Template, type TemplateNode } from './template.ts'

/** What a text takes from a person. */
export interface PersonReading {
  /** The placeholders without a value of their own, as they are written, without a fallback. */
  readonly missing: readonly string[]
  /** The length of all values together: the longer, the longer the text. */
  readonly length: number
}

/** Reads a person's values for the placeholders of these texts, in all of their wordings. */
export function personReader(
  texts: readonly (Template | string)[],
  fields?: KnownFields,
): (context: TemplateContext) => PersonReading {
  const asked = new Map<string, PlaceholderNode>()
  for (const text of texts) {
    const { nodes } = typeof text === 'string' ? parseTemplate(text, fields) : text
    for (const node of placeholdersIn(nodes)) {
      if (isOfPerson(node)) asked.set(writtenAs(node), { ...node, fallback: undefined })
    }
  }
  return (context) => {
    const read = placeholderReader(context)
    const missing: string[] = []
    let length = 0
    for (const [written, node] of asked) {
      const value = read(node)
      if (!value) missing.push(written)
      else length += value.length
    }
    return { missing, length }
  }
}

/** Whether the value is of the person written to, rather than of the sender or the time. */
function isOfPerson({ name }: PlaceholderNode): boolean {
  return PLACEHOLDERS[name] === 'fallback' && name !== 'me_wa_name' && name !== 'api'
}

/** As it stands in brackets. */
export function writtenAs({ name, format }: PlaceholderNode): string {
  return name === 'field' ? (format ?? name) : name
}

/** In all of its wordings. */
export function placeholdersIn(nodes: readonly TemplateNode[]): PlaceholderNode[] {
  const found: PlaceholderNode[] = []
  const open = [nodes]
  for (let sequence = open.pop(); sequence; sequence = open.pop()) {
    for (const node of sequence) {
      if (node.kind === 'placeholder') found.push(node)
      if (node.kind === 'choice') open.push(...node.options)
    }
  }
  return found
}
