import { type ErrorCode, type ErrorParams, errors, type Issue } from '@kirim/contract/errors'
import { issueTemplate } from '@kirim/contract/issue-texts'
import { isGeneralIssue } from '@kirim/contract/issues'
import { type LintCode, lintTexts } from '@kirim/contract/lint-texts'
import { isReasonCode, reasonTexts } from '@kirim/contract/reason-texts'
import { i18n } from './i18n.ts'

/** A sentence of the contract, by its code. */
export interface Told {
  readonly code: string
  readonly params: ErrorParams
  /** The same in English, as the server or the contract has it. */
  readonly message: string
}

export interface Refusal extends Told {
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
  if (code === 'validation_failed') return inEnglish() ? message : sentencesOf(issues, message)
  return toldText(Object.hasOwn(errors, code) ? errors[code as ErrorCode].text : null, refusal)
}

/** A finding about chatbot items in the chosen language, in the same way. */
export function findingText(finding: Told): string {
  const { code } = finding
  return toldText(Object.hasOwn(lintTexts, code) ? lintTexts[code as LintCode] : null, finding)
}

/** Why something outside did not go well, in the same way. */
export function reasonText(reason: Told): string {
  const { code } = reason
  return toldText(isReasonCode(code) ? reasonTexts[code] : null, reason)
}

/** What is wrong with a field, in the same way. A text of a form's own has itself for its code. */
export function problemText(problem: Told): string {
  const { message } = problem
  const own = i18n.exists(message) ? message : null
  return toldText(issueTemplate(problem.code) ?? own, problem)
}

function toldText(template: string | null, { params, message }: Told): string {
  if (inEnglish() || !template) return message
  if (!namesIn(template).every((name) => name in params)) return message
  return filled(template, { ...params, ...inOwnWords(params) })
}

/**
 * The reason among the values of a refusal, where it is one of ours: somebody else's words stay as
 * they are.
 */
function inOwnWords({ reasonCode, ...params }: ErrorParams): { reason?: string } {
  const { reason } = params
  if (typeof reasonCode !== 'string' || typeof reason !== 'string') return {}
  return { reason: reasonText({ code: reasonCode, params, message: reason }) }
}

/**
 * What is wrong with a form: each sentence once, behind the name of its field where it does not
 * speak of it.
 */
function sentencesOf(issues: readonly Issue[], message: string): string {
  const sentences = issues.map((issue) => {
    const template = issueTemplate(issue.code)
    if (template === null) return null
    const text = toldText(template, { ...issue, message: '' })
    if (text === '') return null
    const named = isGeneralIssue(issue.code) && issue.path.length > 0
    return named ? `${issue.path.join('.')}: ${text}` : text
  })
  // Of a newer server: all of it stays as it came.
  if (sentences.length === 0 || sentences.includes(null)) return message
  return [...new Set(sentences)].slice(0, SENTENCES_MAX).join(' ')
}

function inEnglish(): boolean {
  return i18n.language === 'en'
}

/** `replace` keeps what came from the server out of the options of the translation itself. */
function filled(template: string, params: ErrorParams): string {
  return i18n.t(template, { replace: params })
}

function namesIn(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
}
