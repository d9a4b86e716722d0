import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { type ChartSpan, EXPECTED, expectsAny, SERIES } from './series.ts'

interface CountsTableProps {
  label: string
  spans: readonly ChartSpan[]
  text: (start: string) => string
}

/** The numbers behind a chart, the newest first. */
export function CountsTable({ label, spans, text }: CountsTableProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const expects = expectsAny(spans)
  return (
    // Reachable by keyboard, so that it can be scrolled without a pointer.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div tabIndex={0} className="max-h-72 overflow-auto rounded-md border">
      <table aria-label={label} className="tnum w-full text-caption">
        <thead className="sticky top-0 bg-[color-mix(in_oklab,var(--muted)_60%,var(--card))]">
          <tr>
            <th
              scope="col"
              className="h-9 px-1.5 sm:px-3 text-left text-xs font-medium text-muted-foreground"
            >
              {t('When')}
            </th>
            {[...SERIES, ...(expects ? [EXPECTED] : [])].map(({ word }) => (
              <th
                key={word}
                scope="col"
                className="h-9 px-1.5 sm:px-3 text-right text-xs font-medium text-muted-foreground"
              >
                {t(word)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spans.toReversed().map((span) => (
            <tr key={span.start} className="border-t">
              <th
                scope="row"
                className="px-1.5 sm:px-3 py-1.5 text-left font-normal whitespace-nowrap"
              >
                {text(span.start)}
              </th>
              {SERIES.map(({ state }) => (
                <td key={state} className="px-1.5 sm:px-3 py-1.5 text-right">
                  {number(span[state])}
                </td>
              ))}
              {expects && (
                <td className="px-1.5 sm:px-3 py-1.5 text-right">{number(span.expected ?? 0)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
