import { useTranslation } from 'react-i18next'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import type { Draft } from './use-draft.ts'

interface DraftOfferProps {
  draft: Draft<unknown>
  /** What the draft does not contain, one sentence each. */
  lost: readonly string[]
}

/** Offers to restore a draft from before a crash or reload. */
export function DraftOffer({ draft, lost }: DraftOfferProps) {
  const { t } = useTranslation()
  if (!draft.offered) return null
  return (
    <Alert tone="info" className="mb-5" title={t('You have unsaved changes from earlier.')}>
      {lost.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={draft.accept}>
          {t('Restore it')}
        </Button>
        <Button size="sm" variant="ghost" onClick={draft.decline}>
          {t('Discard it')}
        </Button>
      </div>
    </Alert>
  )
}
