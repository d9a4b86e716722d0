import type { Span } from './template.ts'
import type { Token } from './tokens.ts'

/** The braces and bars that form choices, and the openers with and without a closer. */
export interface Structure {
  readonly structural: ReadonlySet<Token>
  readonly closedBrackets: readonly Span[]
  readonly unclosedBraces: readonly Span[]
  readonly unclosedBrackets: readonly Span[]
}

interface OpenBrace {
  readonly token: Token
  readonly bars: Token[]
  /** The number of brackets open before this brace. */
  readonly bracketsBefore: number
}

/**
 * Pairs the tokens. A brace group without a bar of its own is text, and so is everything left open.
 */
export function pairBraces(tokens: readonly Token[]): Structure {
  const structural = new Set<Token>()
  const open: OpenBrace[] = []
  const openBrackets: Token[] = []
  const closedBrackets: Token[] = []
  const unclosedBrackets: Token[] = []

  const closeBrace = (closer: Token) => {
    const group = open.pop()
    if (!group) return
    // A bracket opened inside a group cannot be closed after it.
    for (const bracket of openBrackets.splice(group.bracketsBefore)) unclosedBrackets.push(bracket)
    if (group.bars.length === 0) return
    for (const mark of [group.token, ...group.bars, closer]) structural.add(mark)
  }
  const closeBracket = () => {
    const bracketsOutside = open.at(-1)?.bracketsBefore ?? 0
    if (openBrackets.length > bracketsOutside) closedBrackets.push(...openBrackets.splice(-1))
  }

  for (const token of tokens) {
    if (token.kind === 'brace-open') {
      open.push({ token, bars: [], bracketsBefore: openBrackets.length })
    } else if (token.kind === 'bar') {
      open.at(-1)?.bars.push(token)
    } else if (token.kind === 'brace-close') {
      closeBrace(token)
    } else if (token.kind === 'bracket-open') {
      openBrackets.push(token)
    } else if (token.kind === 'bracket-close') {
      closeBracket()
    }
  }
  return {
    structural,
    closedBrackets,
    unclosedBraces: open.map((group) => group.token),
    unclosedBrackets: [...unclosedBrackets, ...openBrackets],
  }
}
