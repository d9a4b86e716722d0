import type { TemplateContext } from './context.ts'
import { parseTemplate } from './parse.ts'
import { personReader, writtenAs } from './placeholders.ts'
import { type RandomSource, renderTemplate } from './render.ts'
import type { Span } from './template.ts'

/** A part of a rendered text that is a fallback for an unknown value. */
export interface Fallback extends Span {
  readonly placeholder: string
}

/** Noncharacters, which no text contains. */
const START = '\uFDD0'
const END = '\uFDD1'
const MARKS = /[\uFDD0\uFDD1]/g

interface MarkedText {
  readonly text: string
  readonly fallbacks: readonly Fallback[]
  /** The rendered placeholders without a value of the person, as written. */
  readonly missing: readonly string[]
}

/**
 * Renders a text like `renderTemplate` with the same draws, and marks its fallbacks. Marks none in
 * the rare text whose blanks depend on the fallback itself.
 */
export function renderMarked(
  source: string,
  context: TemplateContext,
  random: () => RandomSource,
): MarkedText {
  const template = parseTemplate(source, context.fields)
  const text = renderTemplate(template, context, random())
  const unknown = new Set(personReader([template])(context).missing)
  if (unknown.size === 0) return { text, fallbacks: [], missing: [] }
  const missing = new Set<string>()
  const names: string[] = []
  const marked = renderTemplate(template, context, random(), (value, node) => {
    const name = writtenAs(node)
    if (!unknown.has(name)) return value
    missing.add(name)
    if (!value) return value
    names.push(name)
    return START + value.replace(MARKS, '') + END
  })
  const isSame = marked.replace(MARKS, '') === text
  return { text, fallbacks: isSame ? spansIn(marked, names) : [], missing: [...missing] }
}

function spansIn(marked: string, names: readonly string[]): Fallback[] {
  return [...marked.matchAll(/\uFDD0([^\uFDD1]*)\uFDD1/g)].map((found, index) => {
    const start = found.index - 2 * index
    return { start, end: start + (found[1]?.length ?? 0), placeholder: names[index] ?? '' }
  })
}
