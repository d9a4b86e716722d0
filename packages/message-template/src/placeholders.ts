import { placeholderReader, type TemplateContext } from './context.ts'
import type { KnownFields } from './field-key.ts'
import { parseTemplate } from './parse.ts'
import { PLACEHOLDERS, type PlaceholderNode, type Template, type TemplateNode } from './template.ts'

/** The values that a text takes from a person. */
export interface PersonReading {
  /** The placeholders without a value, as written, without their fallback. */
  readonly missing: readonly string[]
  /** The total length of the values. */
  readonly length: number
}

/** Reads a person's values for all placeholders of these texts. */
export function personReader(
  texts: readonly (Template | string)[],
  fields?: KnownFields,
): (context: TemplateContext) => PersonReading {
  const byText = new Map<string, PlaceholderNode>()
  for (const text of texts) {
    const { nodes } = typeof text === 'string' ? parseTemplate(text, fields) : text
    for (const node of placeholdersIn(nodes)) {
      if (isOfPerson(node)) byText.set(writtenAs(node), { ...node, fallback: undefined })
    }
  }
  return (context) => {
    const read = placeholderReader(context)
    const missing: string[] = []
    let length = 0
    for (const [written, node] of byText) {
      const value = read(node)
      if (!value) missing.push(written)
      else length += value.length
    }
    return { missing, length }
  }
}

/** Whether the value comes from the recipient, not from the sender or the time. */
function isOfPerson({ name }: PlaceholderNode): boolean {
  return PLACEHOLDERS[name] === 'fallback' && name !== 'me_wa_name' && name !== 'api'
}

/** As written in brackets. */
export function writtenAs({ name, format }: PlaceholderNode): string {
  return name === 'field' ? (format ?? name) : name
}

/** Includes all options of choices. */
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
