import type { PreflightFinding } from '@kirim/contract/campaign-preflight'
import { type PreflightCode, preflightNotes, preflightTexts } from '@kirim/contract/preflight-texts'
import { Info, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { goToPlace } from '../values/form-places.ts'
import { FINDINGS_ID } from './open-warnings.tsx'
import { type Remedy, remedyOf, useStartAtNine } from './remedies.ts'

interface FindingsProps {
  findings: readonly PreflightFinding[]
  /** What the form's own field of a link has. */
  link: string
  onAddWording: () => void
}

/** What is worth a look before sending, each with a way to where it is put right. */
export function FindingsList({ findings, link, onAddWording }: FindingsProps) {
  const { t } = useTranslation()
  const shown = useShown()
  const startAtNine = useStartAtNine()
  const beforeGoing = ({ code, params: { at } }: PreflightFinding) => {
    if (code === 'one_wording') return onAddWording
    return code === 'starts_at_night' && typeof at === 'string' && (() => startAtNine(at))
  }
  const known = findings.filter(({ code }) => isKnown(code))
  if (known.length === 0) return null
  return (
    <section aria-labelledby={FINDINGS_ID}>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={FINDINGS_ID} tabIndex={-1} className="font-medium outline-none">
          {t('Worth a look')}
        </h3>
        <span className="text-caption text-muted-foreground">
          {t('You can still send with these warnings')}
        </span>
      </div>
      <ul>
        {known.map((finding) => {
          const { code, params, tone } = finding
          const words = { replace: shown(params) }
          const subject = params.link ?? params.text ?? params.placeholder ?? params.device
          return (
            <li
              key={`${code} ${subject ?? ''}`}
              className="flex gap-x-3 gap-y-2 border-t py-3 first:border-0 last:pb-0 max-sm:flex-wrap"
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
              <div className="min-w-0 flex-1 wrap-anywhere">
                <p className="font-medium">{t(preflightTexts[code as PreflightCode], words)}</p>
                <p className="text-caption text-muted-foreground">
                  {t(preflightNotes[code as PreflightCode], words)}
                </p>
              </div>
              <PutRight remedy={remedyOf(finding, link)} before={beforeGoing(finding)} />
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

interface PutRightProps {
  remedy: Remedy
  /** Done first. */
  before: (() => void) | false
}

function PutRight({ remedy, before }: PutRightProps) {
  const { t } = useTranslation()
  const style = {
    size: 'sm',
    className: 'shrink-0 self-center max-sm:ml-7 max-sm:w-[calc(100%-28px)]',
  } as const
  if ('page' in remedy) {
    return (
      <Button {...style} asChild>
        <Link to={remedy.page}>{t(remedy.label)}</Link>
      </Button>
    )
  }
  const putRight = () => {
    if (before) before()
    // A wording that is added is there after the next render.
    setTimeout(() => goToPlace(remedy.place))
  }
  return (
    <Button {...style} onClick={putRight}>
      {t(remedy.label)}
    </Button>
  )
}

function useShown() {
  const { number } = useFormat()
  const moment = useMomentText()
  const worded = (name: string, value: string | number) => {
    if (typeof value === 'number') return number(value)
    return name === 'at' ? moment(value) : value
  }
  return (params: PreflightFinding['params']) =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, worded(name, value)]))
}
