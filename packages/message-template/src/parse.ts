import { type KnownFields, NO_FIELDS } from './field-key.ts'
import { pairBraces, type Structure } from './structure.ts'
import type {
  ChoiceNode,
  PlaceholderNode,
  Span,
  Template,
  TemplateNode,
  TemplateProblem,
  TemplateProblemKind,
} from './template.ts'
import { type PlaceholderToken, type Token, tokenize } from './tokens.ts'

interface MutableText {
  kind: 'text'
  value: string
  start: number
  end: number
}

type GrowingNode = MutableText | PlaceholderNode | ChoiceNode

interface OpenChoice {
  readonly start: number
  readonly options: GrowingNode[][]
  readonly outer: GrowingNode[]
}

/**
 * Parses a message text [2.spintax]. Never throws. Linear time, however deeply nested or malformed
 * the text is: anything that is not a placeholder or a choice is text. `fields` are the known
 * contact fields.
 */
export function parseTemplate(source: string, fields: KnownFields = NO_FIELDS): Template {
  const tokens = tokenize(source, fields)
  const structure = pairBraces(tokens)
  return {
    source,
    nodes: buildNodes(tokens, structure.structural),
    problems: collectProblems(source, tokens, structure),
  }
}

/**
 * Returns the parts an editor underlines, in order: unknown placeholders, invalid fallbacks,
 * unclosed brackets and braces.
 */
export function findProblems(text: string): readonly TemplateProblem[] {
  return parseTemplate(text).problems
}

function buildNodes(
  tokens: readonly (Token | PlaceholderToken)[],
  structural: ReadonlySet<Token>,
): readonly TemplateNode[] {
  const open: OpenChoice[] = []
  let nodes: GrowingNode[] = []
  for (const token of tokens) {
    if (structural.has(token)) {
      nodes = followMark(token, nodes, open)
    } else if (isPlaceholder(token)) {
      const { start, end, name, format, fallback } = token
      nodes.push({ kind: 'placeholder', start, end, name, format, fallback })
    } else {
      appendText(nodes, token)
    }
  }
  return nodes
}

/** Enters, continues or leaves a choice. Returns the list to which the next nodes are added. */
function followMark(mark: Token, nodes: GrowingNode[], open: OpenChoice[]): GrowingNode[] {
  if (mark.kind === 'brace-open') {
    const firstOption: GrowingNode[] = []
    open.push({ start: mark.start, options: [firstOption], outer: nodes })
    return firstOption
  }
  if (mark.kind === 'bar') {
    const nextOption: GrowingNode[] = []
    open.at(-1)?.options.push(nextOption)
    return nextOption
  }
  const choice = open.pop()
  if (!choice) return nodes
  const { start, options, outer } = choice
  outer.push({ kind: 'choice', start, end: mark.end, options })
  return outer
}

function isPlaceholder(token: Token | PlaceholderToken): token is PlaceholderToken {
  return token.kind === 'placeholder'
}

function appendText(nodes: GrowingNode[], token: Token): void {
  const previous = nodes.at(-1)
  if (previous?.kind === 'text') {
    previous.value += token.value
    previous.end = token.end
  } else {
    nodes.push({ kind: 'text', value: token.value, start: token.start, end: token.end })
  }
}

function collectProblems(
  source: string,
  tokens: readonly (Token | PlaceholderToken)[],
  { closedBrackets, unclosedBraces, unclosedBrackets }: Structure,
): TemplateProblem[] {
  const problem = (kind: TemplateProblemKind, { start, end }: Span): TemplateProblem => {
    return { kind, start, end, text: source.slice(start, end) }
  }
  const unknown = tokens.filter((token) => token.kind === 'unknown-placeholder')
  const bracketed = tokens.filter((token) => isPlaceholder(token) && hasBracketInFallback(token))
  const unreadable = [...closedBrackets, ...bracketed].flatMap(
    (opener) => upToBar(source, opener.start) ?? [],
  )
  return [
    ...unknown.map((token) => problem('unknown-placeholder', token)),
    ...unreadable.map((span) => problem('unreadable-fallback', span)),
    ...unclosedBrackets.map((token) => problem('unclosed-bracket', withWordAfter(source, token))),
    ...unclosedBraces.map((token) => problem('unclosed-brace', withWordAfter(source, token))),
  ].sort((a, b) => a.start - b.start)
}

/** Fallbacks are inserted literally: `[name]` inside one would be sent with its brackets. */
function hasBracketInFallback({ fallback }: PlaceholderToken): boolean {
  return fallback?.includes('[') ?? false
}

const NAME_AND_BAR = /\[[^[\]{}|\\\n]{1,100}\|/y

/** `[city|` of a bracketed part with a bar. */
function upToBar(source: string, start: number): Span | undefined {
  NAME_AND_BAR.lastIndex = start
  const end = start + (NAME_AND_BAR.exec(source)?.[0].length ?? 0)
  return end > start ? { start, end } : undefined
}

const WORD = /[^\\{}|[\]\s]{0,40}/uy

/** A single bracket is hard to find in a long text, so the problem includes the word after it. */
function withWordAfter(source: string, opener: Span): Span {
  WORD.lastIndex = opener.end
  const word = WORD.exec(source)?.[0] ?? ''
  return { start: opener.start, end: opener.end + word.length }
}
