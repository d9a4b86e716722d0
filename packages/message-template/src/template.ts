/** The source from `start` (inclusive) to `end` (exclusive), in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Every placeholder and what may follow its bar: a fallback for an empty value, or a
 * format. `context.ts` renders each one and the editor describes it; a missing entry there is a
 * type error.
 */
export const PLACEHOLDERS = {
  greet: 'nothing',
  name: 'fallback',
  wa_name: 'fallback',
  me_wa_name: 'fallback',
  now_formatted: 'format',
  /** `[api.price]`: a field of the response of the sender's own API. */
  api: 'fallback',
  /** `[city]`: a field that the user has given to contacts. */
  field: 'fallback',
} as const satisfies Readonly<Record<string, 'nothing' | 'format' | 'fallback'>>

export type PlaceholderName = keyof typeof PLACEHOLDERS

/** Literal text. Escapes are resolved, so `value` may differ from its source. */
export interface TextNode extends Span {
  readonly kind: 'text'
  readonly value: string
}

export interface PlaceholderNode extends Span {
  readonly kind: 'placeholder'
  readonly name: PlaceholderName
  /**
   * The format of `now_formatted`, the field of `api`, or the key of `field`; undefined when there
   * is none.
   */
  readonly format: string | undefined
  /** The text used when the placeholder has no value; undefined when there is none. */
  readonly fallback: string | undefined
}

/** `{A|B|C}`. There are always at least two options; an option may be empty. */
export interface ChoiceNode extends Span {
  readonly kind: 'choice'
  readonly options: readonly (readonly TemplateNode[])[]
}

export type TemplateNode = TextNode | PlaceholderNode | ChoiceNode

export type TemplateProblemKind =
  | 'unknown-placeholder'
  /** The text after a placeholder's bar is not a valid fallback or format; ends with the bar. */
  | 'unreadable-fallback'
  | 'unclosed-bracket'
  | 'unclosed-brace'

/** A part that looks like a placeholder or choice but is sent literally, with its text. */
export interface TemplateProblem extends Span {
  readonly kind: TemplateProblemKind
  readonly text: string
}

/**
 * A parsed text. The nodes cover the whole source in order. Choices may be nested arbitrarily deep,
 * so traverse them with an explicit stack, not by recursion.
 */
export interface Template {
  readonly source: string
  readonly nodes: readonly TemplateNode[]
  /** In source order. */
  readonly problems: readonly TemplateProblem[]
}
