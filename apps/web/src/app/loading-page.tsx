import { useTranslation } from 'react-i18next'

/** Shown while the sign-in state, or the page itself, is loading. */
export function LoadingPage() {
  const { t } = useTranslation()
  return (
    <p role="status" className="p-6 text-muted-foreground">
      {t('Loading...')}
    </p>
  )
}
