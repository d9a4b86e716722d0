import { type ErrorCode, type ErrorParams, errorTexts } from '@kirim/contract/errors'
import { lintTexts } from '@kirim/contract/lint-texts'
import { i18n } from './i18n.ts'

interface Refusal {
  code: string
  params: ErrorParams
  /** The server's own sentence, in English. */
  message: string
}

/**
 * A refusal in the chosen language, by its code. In English, and where the code or one of its values is
 * unknown here, it is the server's own sentence.
 */
export function refusalText({ code, params, message }: Refusal): string {
  if (code === 'validation_failed') return sentencesText(message)
  const template = Object.hasOwn(errorTexts, code) ? errorTexts[code as ErrorCode] : null
  if (inEnglish() || !template) return message
  return namesIn(template).every((name) => name in params) ? filled(template, params) : message
}

const knownSentences: readonly string[] = [
  ...Object.values(errorTexts),
  ...Object.values(lintTexts),
]

/** A sentence that came without its code, in the chosen language when it is one of the contract's. */
export function serverSentence(message: string): string {
  if (inEnglish()) return message
  for (const template of knownSentences) {
    const params = paramsIn(message, template)
    if (params) return filled(template, params)
  }
  return message
}

/** What is wrong with a form: each sentence that the texts know is translated, the rest stays as it came. */
function sentencesText(detail: string): string {
  const sentences = detail.split(/(?<=[.!?]) /)
  return sentences
    .map((sentence) => (i18n.exists(sentence) ? i18n.t(sentence) : sentence))
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

/** The values with which a template reads as the message; null when it never does. */
function paramsIn(message: string, template: string): Record<string, string> | null {
  const [first = '', ...rest] = template.split(/\{\w+\}/).map(escaped)
  // A template that is nothing but a value fits every sentence.
  if (!first && rest.every((part) => !part)) return null
  const match = new RegExp(`^${[first, ...rest].join('(.+)')}$`, 's').exec(message)
  return (
    match &&
    Object.fromEntries(namesIn(template).map((name, index) => [name, match[index + 1] ?? '']))
  )
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
