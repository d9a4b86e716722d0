import { ledgerTexts } from '@kirim/contract/ledger-texts'
import type { CodedText } from '@kirim/contract/refusals'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'

/**
 * Where somebody stands and why, in the language of the page. An unknown code, from a newer server,
 * gives an empty text.
 */
export function useLedgerSentence(): (sentence: CodedText) => string {
  const { i18n } = useTranslation()
  const moment = useMomentText()
  return ({ code, params }) => {
    if (!Object.hasOwn(ledgerTexts, code)) return ''
    const { at } = params
    const values = { ...params, ...(typeof at === 'string' && { at: moment(at) }) }
    // Passes values as `replace`, so that they cannot set options of `t`.
    return i18n.t(ledgerTexts[code as keyof typeof ledgerTexts], { replace: values })
  }
}

/** The first sentence of a reason, to stand beside a count. */
export function useShortReason(): (sentence: CodedText) => string {
  const worded = useLedgerSentence()
  return (sentence) => worded(sentence).split('. ')[0]?.replace(/\.$/, '') ?? ''
}

/** "08:41", on another day "26 Nov, 08:41"; `exact` adds the seconds. Browser's zone. */
export function usePersonTime(): (moment: string, exact?: boolean) => string {
  const { time, clock, monthDay } = useFormat()
  return (moment, exact = false) => {
    const date = new Date(moment)
    const at = exact ? clock(date.getTime()) : time(moment)
    return date.toDateString() === new Date().toDateString() ? at : `${monthDay(moment)}, ${at}`
  }
}
