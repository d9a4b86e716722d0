import type { ErrorParams, Issue } from '@kirim/contract/refusals'
import type { ContractTexts } from './contract-texts.ts'
import { i18n } from './i18n.ts'
import { knownTexts } from './known-texts.ts'

/** A text of the contract, identified by its code. */
export interface CodedMessage {
  readonly code: string
  readonly params: ErrorParams
  /** The English text, from the server or the contract. */
  readonly message: string
}

export interface Refusal extends CodedMessage {
  readonly issues?: readonly Issue[] | undefined
}

/** The maximum number of sentences in one message. */
const SENTENCES_MAX = 10

/**
 * Translates a refusal by its code. Returns the server's English text when the language is English,
 * or when the code or one of its values is unknown.
 */
export function refusalText(refusal: Refusal): string {
  const { code, message, issues = [] } = refusal
  const texts = currentTexts()
  if (!texts) return message
  if (code === 'validation_failed') return sentencesOf(texts, issues, message)
  return localizedText(texts.refusal(code), refusal)
}

/** Translates a finding about chatbot items in the same way. */
export function findingText(finding: CodedMessage): string {
  return localizedText(currentTexts()?.finding(finding.code), finding)
}

/** Translates the reason why an external service failed in the same way. */
export function reasonText(reason: CodedMessage): string {
  return localizedText(currentTexts()?.reason(reason.code), reason)
}

/**
 * Translates a field error in the same way. For an error of a form itself, the text is its own
 * code.
 */
export function problemText(problem: CodedMessage): string {
  const { message } = problem
  const own = i18n.exists(message) ? message : null
  return localizedText(currentTexts()?.issue(problem.code) ?? own, problem)
}

function localizedText(
  template: string | null | undefined,
  { params, message }: CodedMessage,
): string {
  if (!template) return message
  if (!placeholdersIn(template).every((name) => name in params)) return message
  return interpolate(template, { ...params, ...translatedReason(params) })
}

/**
 * Translates the reason in a refusal's values when it is one of the contract's; other wording
 * stays.
 */
function translatedReason({ reasonCode, ...params }: ErrorParams): { reason?: string } {
  const { reason } = params
  if (typeof reasonCode !== 'string' || typeof reason !== 'string') return {}
  return { reason: reasonText({ code: reasonCode, params, message: reason }) }
}

/**
 * The messages of all issues without duplicates; a general one is prefixed with its field's name.
 */
function sentencesOf(texts: ContractTexts, issues: readonly Issue[], message: string): string {
  const sentences = issues.map((issue) => {
    const text = localizedText(texts.issue(issue.code), { ...issue, message: '' })
    if (text === '') return null
    const named = texts.isGeneralIssue(issue.code) && issue.path.length > 0
    return named ? `${issue.path.join('.')}: ${text}` : text
  })
  // An unknown code, from a newer server: show its own message.
  if (sentences.length === 0 || sentences.includes(null)) return message
  return [...new Set(sentences)].slice(0, SENTENCES_MAX).join(' ')
}

/** Null in English, and when the texts of the contract are not loaded. */
function currentTexts(): ContractTexts | null {
  return i18n.language === 'en' ? null : knownTexts()
}

/** Passes the server's values as `replace`, so that they cannot set options of `t`. */
function interpolate(template: string, params: ErrorParams): string {
  return i18n.t(template, { replace: params })
}

function placeholdersIn(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
}
