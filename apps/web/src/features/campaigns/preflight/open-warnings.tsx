import type { PreflightFinding } from '@kirim/contract/campaign-preflight'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

/** The id of the heading of the findings list. */
export const FINDINGS_ID = 'worth-a-look'

interface OpenWarningsProps {
  findings: readonly PreflightFinding[]
  /** Returns to the form. */
  onLook: () => void
}

/** Counts the open warnings and links back to them. */
export function OpenWarnings({ findings, onLook }: OpenWarningsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const warnings = findings.filter(({ tone }) => tone === 'warning').length
  if (warnings === 0) return null
  const look = () => {
    onLook()
    // After the dialog has closed and restored the focus.
    setTimeout(() => document.getElementById(FINDINGS_ID)?.focus(), 300)
  }
  return (
    <p className="flex items-start gap-2.5 border-b py-2.5 text-caption text-muted-foreground">
      <TriangleAlert className="mt-px size-4 shrink-0 text-warning" aria-hidden="true" />
      <span>
        {t('{n} open warnings.', { count: warnings, n: number(warnings) })}{' '}
        <button
          type="button"
          onClick={look}
          className="font-medium text-foreground underline underline-offset-4"
        >
          {t('Show warnings', { count: warnings })}
        </button>
      </span>
    </p>
  )
}
