import type { PreflightFinding } from '@kirim/contract/campaign-preflight'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

/** The heading of what is worth a look. */
export const FINDINGS_ID = 'worth-a-look'

interface OpenWarningsProps {
  findings: readonly PreflightFinding[]
  /** Goes back to the form. */
  onLook: () => void
}

/** How many warnings are open, with a way back to them. */
export function OpenWarnings({ findings, onLook }: OpenWarningsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const warnings = findings.filter(({ tone }) => tone === 'warning').length
  if (warnings === 0) return null
  const look = () => {
    onLook()
    // Once the dialog is gone, and has given the focus back.
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
