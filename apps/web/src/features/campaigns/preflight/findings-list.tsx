import type { PreflightFinding } from '@kirim/contract/campaign-preflight'
import { type PreflightCode, preflightNotes, preflightTexts } from '@kirim/contract/preflight-texts'
import { Info, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Format, useFormat } from '#shared/i18n/format.ts'
import { FINDINGS_ID } from './open-warnings.tsx'

/** What is worth a look before sending. */
export function FindingsList({ findings }: { findings: readonly PreflightFinding[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const known = findings.filter(({ code }) => isKnown(code))
  if (known.length === 0) return null
  return (
    <section aria-labelledby={FINDINGS_ID}>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={FINDINGS_ID} tabIndex={-1} className="font-medium outline-none">
          {t('Worth a look')}
        </h3>
        <span className="text-caption text-muted-foreground">{t('Nothing here stops you')}</span>
      </div>
      <ul>
        {known.map(({ code, params, tone }) => {
          const words = { replace: shown(params, format) }
          return (
            <li
              key={`${code} ${params.link ?? params.placeholder ?? ''}`}
              className="flex gap-3 border-t py-3 first:border-0 last:pb-0"
            >
              {tone === 'warning' ? (
                <TriangleAlert
                  role="img"
                  aria-label={t('Warning')}
                  className="mt-0.5 size-4 shrink-0 text-warning"
                />
              ) : (
                <Info
                  role="img"
                  aria-label={t('Note')}
                  className="mt-0.5 size-4 shrink-0 text-info"
                />
              )}
              <div className="min-w-0 wrap-anywhere">
                <p className="font-medium">{t(preflightTexts[code as PreflightCode], words)}</p>
                <p className="text-caption text-muted-foreground">
                  {t(preflightNotes[code as PreflightCode], words)}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function isKnown(code: string): code is PreflightCode {
  return Object.hasOwn(preflightTexts, code)
}

function shown(params: PreflightFinding['params'], { number }: Format) {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? number(value) : value,
    ]),
  )
}
