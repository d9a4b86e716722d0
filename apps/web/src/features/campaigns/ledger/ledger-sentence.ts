import { ledgerTexts } from '@kirim/contract/ledger-texts'
import type { CodedText } from '@kirim/contract/refusals'
import { useFormat } from '#shared/i18n/format.ts'
import { useCodedText } from '#shared/i18n/use-coded-text.ts'

/** Explains the state of a person. */
export function useLedgerSentence() {
  return useCodedText(ledgerTexts)
}

/** The first sentence of a reason, for use beside a count. */
export function useShortReason(): (sentence: CodedText) => string {
  const explain = useLedgerSentence()
  return (sentence) => explain(sentence).split('. ')[0]?.replace(/\.$/, '') ?? ''
}

/** "08:41", or "26 Nov, 08:41" on another day, in the browser's zone; `exact` adds seconds. */
export function usePersonTime(): (moment: string, exact?: boolean) => string {
  const { time, clock, monthDay } = useFormat()
  return (moment, exact = false) => {
    const date = new Date(moment)
    const at = exact ? clock(date.getTime()) : time(moment)
    return date.toDateString() === new Date().toDateString() ? at : `${monthDay(moment)}, ${at}`
  }
}
