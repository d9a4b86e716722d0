import type { ErrorParams, Issue } from '@kirim/contract/refusals'
import type { ContractTexts } from './contract-texts.ts'
import { i18n } from './i18n.ts'
import { knownTexts } from './known-texts.ts'

/** A sentence of the contract, by its code. */
export interface CodedMessage {
  readonly code: string
  readonly params: ErrorParams
  /** The same in English, as the server or the contract has it. */
  readonly message: string
}

export interface Refusal extends CodedMessage {
  readonly issues?: readonly Issue[] | undefined
}

/** A refusal names no more of what is wrong in one sentence. */
const SENTENCES_MAX = 10

/**
 * A refusal in the chosen language, by its code. In English, and where the code or one of its
 * values is unknown here, it is the server's own sentence.
 */
export function refusalText(refusal: Refusal): string {
  const { code, message, issues = [] } = refusal
  const texts = currentTexts()
  if (!texts) return message
  if (code === 'validation_failed') return sentencesOf(texts, issues, message)
  return localizedText(texts.refusal(code), refusal)
}

/** A finding about chatbot items in the chosen language, in the same way. */
export function findingText(finding: CodedMessage): string {
  return localizedText(currentTexts()?.finding(finding.code), finding)
}

/** Why something outside did not go well, in the same way. */
export function reasonText(reason: CodedMessage): string {
  return localizedText(currentTexts()?.reason(reason.code), reason)
}

/** What is wrong with a field, in the same way. A text of a form's own has itself for its code. */
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
 * The reason among the values of a refusal, where it is one of ours: somebody else's words stay as
 * they are.
 */
function translatedReason({ reasonCode, ...params }: ErrorParams): { reason?: string } {
  const { reason } = params
  if (typeof reasonCode !== 'string' || typeof reason !== 'string') return {}
  return { reason: reasonText({ code: reasonCode, params, message: reason }) }
}

/**
 * What is wrong with a form: each sentence once, behind the name of its field where it does not
 * speak of it.
 */
function sentencesOf(texts: ContractTexts, issues: readonly Issue[], message: string): string {
  const sentences = issues.map((issue) => {
    const text = localizedText(texts.issue(issue.code), { ...issue, message: '' })
    if (text === '') return null
    const named = texts.isGeneralIssue(issue.code) && issue.path.length > 0
    return named ? `${issue.path.join('.')}: ${text}` : text
  })
  // Of a newer server: all of it stays as it came.
  if (sentences.length === 0 || sentences.includes(null)) return message
  return [...new Set(sentences)].slice(0, SENTENCES_MAX).join(' ')
}

/** Null in English, and where the texts of a language could not be had. */
function currentTexts(): ContractTexts | null {
  return i18n.language === 'en' ? null : knownTexts()
}

/** `replace` keeps what came from the server out of the options of the translation itself. */
function interpolate(template: string, params: ErrorParams): string {
  return i18n.t(template, { replace: params })
}

function placeholdersIn(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
}
