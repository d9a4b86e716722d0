import type { PreflightFinding } from '@kirim/contract/campaign-preflight'
import { preflightNotes, preflightTexts } from '@kirim/contract/preflight-texts'
import { Info, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useCodedText } from '#shared/i18n/use-coded-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { goToPlace } from '../values/form-places.ts'
import { FINDINGS_ID } from './open-warnings.tsx'
import { type Remedy, remedyOf, useStartAtNine } from './remedies.ts'

interface FindingsProps {
  findings: readonly PreflightFinding[]
  /** The value of the form's link field. */
  link: string
  onAddWording: () => void
}

/** Warnings and notes before sending, each with a button that leads to its fix. */
export function FindingsList({ findings, link, onAddWording }: FindingsProps) {
  const { t } = useTranslation()
  const title = useCodedText(preflightTexts)
  const note = useCodedText(preflightNotes)
  const startAtNine = useStartAtNine()
  const beforeMoving = ({ code, params: { at } }: PreflightFinding) => {
    if (code === 'one_wording') return onAddWording
    return code === 'starts_at_night' && typeof at === 'string' && (() => startAtNine(at))
  }
  const knownFindings = findings.filter(({ code }) => Object.hasOwn(preflightTexts, code))
  if (knownFindings.length === 0) return null
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
        {knownFindings.map((finding) => {
          const { code, params, tone } = finding
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
                <p className="font-medium">{title(finding)}</p>
                <p className="text-caption text-muted-foreground">{note(finding)}</p>
              </div>
              <RemedyButton remedy={remedyOf(finding, link)} before={beforeMoving(finding)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface RemedyButtonProps {
  remedy: Remedy
  /** Called before moving to the place. */
  before: (() => void) | false
}

function RemedyButton({ remedy, before }: RemedyButtonProps) {
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
  const fix = () => {
    if (before) before()
    // A variation just added exists after the next render.
    setTimeout(() => goToPlace(remedy.place))
  }
  return (
    <Button {...style} onClick={fix}>
      {t(remedy.label)}
    </Button>
  )
}
