import type { TemplateContext } from './context.ts'
import { personReader, writtenAs } from './placeholders.ts'
import { type RandomSource, renderTemplate } from './render.ts'
import type { Span } from './template.ts'

/** A part of a rendered text that stands in for a value that is not known. */
export interface Fallback extends Span {
  readonly placeholder: string
}

/** Noncharacters: no text has a use for them. */
const START = '\uFDD0'
const END = '\uFDD1'
const MARKS = /[\uFDD0\uFDD1]/g

/**
 * Renders a text as `renderTemplate` does with the same draws, and says where a fallback stands in.
 * Finds none in the rare text whose blanks depend on the fallback itself.
 */
export function renderMarked(
  template: string,
  context: TemplateContext,
  random: () => RandomSource,
): { readonly text: string; readonly fallbacks: readonly Fallback[] } {
  const text = renderTemplate(template, context, random())
  const missing = new Set(personReader([template], context.fields)(context).missing)
  if (missing.size === 0) return { text, fallbacks: [] }
  const names: string[] = []
  const marked = renderTemplate(template, context, random(), (value, node) => {
    if (!value || !missing.has(writtenAs(node))) return value
    names.push(writtenAs(node))
    return START + value.replace(MARKS, '') + END
  })
  if (marked.replace(MARKS, '') !== text) return { text, fallbacks: [] }
  return { text, fallbacks: spansIn(marked, names) }
}

function spansIn(marked: string, names: readonly string[]): Fallback[] {
  return [...marked.matchAll(/\uFDD0([^\uFDD1]*)\uFDD1/g)].map((found, index) => {
    const start = found.index - 2 * index
    return { start, end: start + (found[1]?.length ?? 0), placeholder: names[index] ?? '' }
  })
}
