/** What stands between `start` (inclusive) and `end` (exclusive), in UTF-16 code units of the source. */
export interface Span {
  readonly start: number
  readonly end: number
}

export const PLACEHOLDER_NAMES = [
  'greet',
  'name',
  'wa_name',
  'me_wa_name',
  'now_formatted',
] as const

export type PlaceholderName = (typeof PLACEHOLDER_NAMES)[number] | 'api'

/** Text as it is sent: escapes are already resolved, so `value` may differ from its source. */
export interface TextNode extends Span {
  readonly kind: 'text'
  readonly value: string
}

export interface PlaceholderNode extends Span {
  readonly kind: 'placeholder'
  readonly name: PlaceholderName
  /** What follows the bar of `now_formatted`, or the field of `api`; undefined when none is written. */
  readonly format: string | undefined
  /** What stands there when nothing is known for the placeholder; undefined when none is written. */
  readonly fallback: string | undefined
}

/** `{A|B|C}`. There are always at least two options; an option may be empty. */
export interface ChoiceNode extends Span {
  readonly kind: 'choice'
  readonly options: readonly (readonly TemplateNode[])[]
}

export type TemplateNode = TextNode | PlaceholderNode | ChoiceNode

export type TemplateProblemKind = 'unknown-placeholder' | 'unclosed-bracket' | 'unclosed-brace'

/** A part that is sent as it is written although it looks like more; `text` is that part. */
export interface TemplateProblem extends Span {
  readonly kind: TemplateProblemKind
  readonly text: string
}

/**
 * A parsed text. The nodes cover the whole source in order. Choices may be nested as deep as the
 * author liked, so walk them with a stack of your own, not by recursion.
 */
export interface Template {
  readonly source: string
  readonly nodes: readonly TemplateNode[]
  /** In the order they stand in the source. */
  readonly problems: readonly TemplateProblem[]
}
