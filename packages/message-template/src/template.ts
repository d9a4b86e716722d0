/**
 * What stands between `start` (inclusive) and `end` (exclusive),
 * in UTF-16 code units of the source.
 */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Every placeholder, and what may follow its bar: a fallback for those that may stand for nothing,
 * or a format. How each is written stands in `context.ts`, what the editor says of it in the
 * editor; the compiler misses neither.
 */
export const PLACEHOLDERS = {
  greet: 'nothing',
  name: 'fallback',
  wa_name: 'fallback',
  me_wa_name: 'fallback',
  now_formatted: 'format',
  /** `[api.price]`: a field of the answer that the sender's own system gave. */
  api: 'fallback',
} as const satisfies Readonly<Record<string, 'nothing' | 'format' | 'fallback'>>

export type PlaceholderName = keyof typeof PLACEHOLDERS

/** Text as it is sent: escapes are already resolved, so `value` may differ from its source. */
export interface TextNode extends Span {
  readonly kind: 'text'
  readonly value: string
}

export interface PlaceholderNode extends Span {
  readonly kind: 'placeholder'
  readonly name: PlaceholderName
  /**
   * What follows the bar of `now_formatted`, or the field of `api`; undefined when none is written.
   */
  readonly format: string | undefined
  /**
   * What stands there when nothing is known for the placeholder; undefined when none is written.
   */
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
