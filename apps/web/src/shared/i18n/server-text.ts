import { type ErrorCode, type ErrorParams, errorTexts } from '@kirim/contract/errors'
import { type LintCode, lintTexts } from '@kirim/contract/lint-texts'
import { problemTexts } from '@kirim/contract/problem-texts'
import { aiReasons, apiReasons, linkReasons } from '@kirim/contract/reason-texts'
import { i18n } from './i18n.ts'

interface Told {
  code: string
  params: ErrorParams
  /** The server's own sentence, in English. */
  message: string
}

/**
 * A refusal in the chosen language, by its code. In English, and where the code or one of its
 * values is unknown here, it is the server's own sentence.
 */
export function refusalText(refusal: Told): string {
  const { code, message } = refusal
  if (code === 'validation_failed') return sentencesText(message)
  return toldText(Object.hasOwn(errorTexts, code) ? errorTexts[code as ErrorCode] : null, refusal)
}

/** A finding about chatbot items in the chosen language, in the same way. */
export function findingText(finding: Told): string {
  const { code } = finding
  return toldText(Object.hasOwn(lintTexts, code) ? lintTexts[code as LintCode] : null, finding)
}

const knownSentences: readonly string[] = [
  ...Object.values(errorTexts),
  ...Object.values(linkReasons),
  ...Object.values(apiReasons),
  ...Object.values(aiReasons),
].filter((text) => namesIn(text).every((name) => name === 'status'))

/**
 * A sentence that comes without a code, in the chosen language when it is one of the contract's.
 */
export function serverSentence(message: string): string {
  if (inEnglish()) return message
  const status = message.match(/\b\d{3}\b/)?.[0] ?? ''
  const known = knownSentences.find((text) => text.replace('{status}', status) === message)
  return known ? filled(known, { status }) : message
}

function toldText(template: string | null, { params, message }: Told): string {
  if (inEnglish() || !template) return message
  if (!namesIn(template).every((name) => name in params)) return message
  const { reason } = params
  // A reason may be a sentence of ours; names and keywords are whatever somebody called them.
  return filled(template, {
    ...params,
    ...(typeof reason === 'string' && { reason: serverSentence(reason) }),
  })
}

/**
 * What is wrong with a value, by the contract, in the chosen language;
 * another text stays as it came.
 */
export function problemText(message: string): string {
  if (inEnglish() || i18n.exists(message)) return i18n.t(message)
  const n = message.match(/\d+/)?.[0] ?? ''
  const known = Object.values(problemTexts).find((text) => text.replace('{n}', n) === message)
  return known ? filled(known, { n }) : message
}

/**
 * What is wrong with a form: each sentence is translated,
 * behind the name of its field if it has one.
 */
function sentencesText(detail: string): string {
  const sentences = detail.split(/(?<=[.!?]) /)
  return sentences
    .map((sentence) => {
      const [field = ''] = sentence.match(/^[\w.]+: /) ?? []
      return field + problemText(sentence.slice(field.length))
    })
    .join(' ')
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
