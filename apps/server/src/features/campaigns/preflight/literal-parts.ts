import type { PreflightCode } from '@kirim/contract/preflight-texts'
import type { KnownFields } from '@kirim/message-template/field-key'
import { foreignPlaceholders } from '@kirim/message-template/foreign-placeholders'
import { placeholdersIn } from '@kirim/message-template/placeholders'
import type { Template, TemplateProblemKind } from '@kirim/message-template/template'
import { cutText } from '../../../platform/cut-text.ts'
import { inIterations } from '../../../platform/in-iterations.ts'

/** Parts that are told; a text with more is rare. */
const PARTS_MAX = 10
const SHOWN_MAX = 60

const CODES = {
  'unknown-placeholder': 'placeholder_unknown',
  'unreadable-fallback': 'fallback_unreadable',
  'unclosed-bracket': 'bracket_unclosed',
  'unclosed-brace': 'bracket_unclosed',
} as const satisfies Record<TemplateProblemKind, PreflightCode>

/** A part of a text that looks like a placeholder or a choice, and that people read as it is. */
export interface LiteralPart {
  readonly code:
    | (typeof CODES)[TemplateProblemKind]
    | 'placeholder_of_chatbot'
    | 'placeholder_foreign'
    | 'placeholder_as_choice'
  readonly text: string
  /** What to write in its place, where that is known. */
  readonly instead?: string
}

/** What people would read with its brackets, each once. */
export async function literalParts(
  templates: readonly Template[],
  fields: KnownFields,
): Promise<LiteralPart[]> {
  const found = new Map<string, LiteralPart>()
  await inIterations(templates, (template) => {
    for (const part of partsOf(template, fields)) found.set(`${part.code} ${part.text}`, part)
  })
  return [...found.values()].slice(0, PARTS_MAX)
}

function partsOf(template: Template, fields: KnownFields): LiteralPart[] {
  const answers = placeholdersIn(template.nodes).filter(
    ({ name, fallback }) => name === 'api' && fallback === undefined,
  )
  return [
    ...foreignPlaceholders(template, fields).map(({ text, instead, isChoice }): LiteralPart => {
      const code = isChoice ? 'placeholder_as_choice' : 'placeholder_foreign'
      return { code, text: shortened(text), instead: shortened(instead) }
    }),
    ...template.problems.map(({ kind, text }) => ({ code: CODES[kind], text: shortened(text) })),
    ...answers.map(({ format }): LiteralPart => {
      return { code: 'placeholder_of_chatbot', text: `[api.${format}]` }
    }),
  ]
}

function shortened(text: string): string {
  return text.length > SHOWN_MAX ? `${cutText(text, SHOWN_MAX - 1)}…` : text
}
