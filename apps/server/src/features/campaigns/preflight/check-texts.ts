import type { PreflightCode } from '@kirim/contract/preflight-texts'
import type { KnownFields } from '@kirim/message-template/field-key'
import { foreignPlaceholders } from '@kirim/message-template/foreign-placeholders'
import { placeholdersIn } from '@kirim/message-template/placeholders'
import type { Template, TemplateProblemKind } from '@kirim/message-template/template'
import { cutText } from '../../../platform/cut-text.ts'
import { inIterations } from '../../../platform/in-iterations.ts'
import type { JudgeHost } from './preflight.ports.ts'

/** Links per text that are checked; each costs a DNS lookup. */
const LINKS_MAX = 10
/** Characters of a link or a text part shown in a finding. */
const SHOWN_MAX = 60

/** Bounded to keep the scan linear; brackets and braces belong to the template. */
const LINK = /\b(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.)[^\s<>"'`[\]{}|\\]{0,2000}/giu

/** A name with a path is a link on a phone, without any scheme. */
const BARE = /(?<![\w@/.:\]}-])(?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24}\/[^\s<>"'`[\]{}|\\]{0,2000}/giu

/** After a link: a placeholder or a choice continues it. */
const GOES_ON = /[[{]|(?:\|[^{}]{0,2000})?\}[^\s{}|]/y

/** A host and the character that ends it. */
const WHOLE_HOST = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]+|[^/?#:]+)[/?#]/i

const TRAILING = /[.,!?;:)*_~]+$/u

type LinkCode = Extract<PreflightCode, `link_${string}`>

export interface LinkFinding {
  readonly code: LinkCode
  readonly link: string
}

/** The links that a phone would find in a text, each once, without those whose host varies. */
export function linksIn(text: string): string[] {
  const found = [...text.matchAll(LINK), ...text.matchAll(BARE)]
  const links = found
    .filter(({ 0: link, index }) => WHOLE_HOST.test(link) || !goesOn(text, index + link.length))
    .map(([link]) => link.replace(TRAILING, ''))
  return [...new Set(links)].slice(0, LINKS_MAX)
}

function goesOn(text: string, end: number): boolean {
  GOES_ON.lastIndex = end
  return GOES_ON.test(text)
}

/** Problems of links that can be found without opening them. */
export async function judgeLinks(
  links: readonly string[],
  judgeHost: JudgeHost,
): Promise<LinkFinding[]> {
  const findings = await Promise.all(
    links.map(async (link) => {
      const code = await judgeLink(link, judgeHost)
      return code && { code, link: shortened(link) }
    }),
  )
  return findings.filter((finding) => finding !== null)
}

async function judgeLink(link: string, judgeHost: JudgeHost): Promise<LinkCode | null> {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(link)?.[1]?.toLowerCase()
  const isBare = !link.includes('://')
  if (!isBare && scheme !== 'http' && scheme !== 'https') return 'link_scheme'
  const address = isBare ? `https://${link}` : link
  if (!URL.canParse(address)) return 'link_unreadable'
  switch (await judgeHost(new URL(address).hostname)) {
    case 'private':
      return 'link_closed'
    case 'missing':
      return 'link_missing'
    default:
      return null
  }
}

/** Findings per text. */
const PARTS_MAX = 10

const CODES = {
  'unknown-placeholder': 'placeholder_unknown',
  'unreadable-fallback': 'fallback_unreadable',
  'unclosed-bracket': 'bracket_unclosed',
  'unclosed-brace': 'bracket_unclosed',
} as const satisfies Record<TemplateProblemKind, PreflightCode>

/** A text part that looks like a placeholder or a choice but is sent literally. */
export interface LiteralPart {
  readonly code:
    | (typeof CODES)[TemplateProblemKind]
    | 'placeholder_of_chatbot'
    | 'placeholder_foreign'
    | 'placeholder_as_choice'
  readonly text: string
  /** What to write instead, if known. */
  readonly instead?: string
}

/** Text parts that are sent literally, each once. */
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
