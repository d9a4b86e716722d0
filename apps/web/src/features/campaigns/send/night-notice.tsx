import type { PreflightFinding } from '@kirim/contract/campaign-preflight'
import { Moon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { useStartAtNine } from '../preflight/use-start-at-nine.ts'

interface NightNoticeProps {
  findings: readonly PreflightFinding[]
  /** Asks again, now that it starts later. */
  onLater: () => void
}

/** It would start at night: what that does, and the next morning in its place. */
export function NightNotice({ findings, onLater }: NightNoticeProps) {
  const { t } = useTranslation()
  const moment = useMomentText()
  const startAtNine = useStartAtNine()
  const at = findings.find(({ code }) => code === 'starts_at_night')?.params.at
  if (typeof at !== 'string') return null
  const putOff = () => {
    startAtNine(at)
    onLater()
  }
  return (
    <div className="flex items-center gap-3 border-b py-2.5 max-sm:flex-wrap">
      <Moon className="size-4 shrink-0 self-start text-warning" aria-hidden="true" />
      <p className="min-w-0 flex-1 text-caption">
        {t(
          'It starts {at}, at night. Messages that wake people can get a number reported and banned.',
          {
            at: moment(at),
          },
        )}
      </p>
      <Button size="sm" onClick={putOff} className="max-sm:ml-7">
        {t('Start at 09:00')}
      </Button>
    </div>
  )
}
