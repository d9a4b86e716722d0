import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { type ChartSpan, EXPECTED, SERIES } from './series.ts'

/** "Read 77, Delivered 40, Sent 3, Failed 3" */
export function useCountsText(): (counts: ChartSpan) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (counts) =>
    [
      ...SERIES.map(({ state, word }) => `${t(word)} ${number(counts[state])}`),
      ...(counts.expected ? [`${t(EXPECTED.word)} ${number(counts.expected)}`] : []),
    ].join(', ')
}
