import type { CodedText } from '@kirim/contract/refusals'
import { useTranslation } from 'react-i18next'
import { useFormat } from './format.ts'
import { useMomentText } from './use-moment-text.ts'

/**
 * Translates a text of the contract by its code, with times in the browser's zone. An unknown code,
 * from a newer server, gives an empty text. Numbers and campaigns that are not seen have no name.
 * `nouns` writes `{people}` as "3 people".
 */
export function useCodedText(texts: Readonly<Record<string, string>>, { nouns = false } = {}) {
  const { t, i18n } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const format = (name: string, value: string | number): string => {
    if (name === 'at') return moment(String(value))
    if (name === 'device' && value === '') return t('another number')
    if (name === 'campaign' && value === '') return t('another campaign')
    if (typeof value === 'string') return value
    return nouns && name === 'people'
      ? t('{n} people', { count: value, n: number(value) })
      : number(value)
  }
  return ({ code, params }: CodedText): string => {
    const text = Object.hasOwn(texts, code) ? texts[code] : undefined
    if (text === undefined) return ''
    const values = Object.entries(params).map(([name, value]) => [name, format(name, value)])
    // Passes values as `replace`, so that they cannot set options of `t`.
    const sentence = i18n.t(text, { replace: Object.fromEntries(values) })
    return beginSentences(sentence, [t('another number'), t('another campaign')])
  }
}

/** Writes these words with a capital where they begin a sentence. */
function beginSentences(text: string, words: readonly string[]): string {
  return words.reduce((all, word) => {
    const capital = word.charAt(0).toUpperCase() + word.slice(1)
    const begun = all.startsWith(word) ? capital + all.slice(word.length) : all
    return begun.replaceAll(`. ${word}`, `. ${capital}`)
  }, text)
}
