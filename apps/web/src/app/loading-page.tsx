import { useTranslation } from 'react-i18next'

/** While the state of the sign-in, or the page itself, is being loaded. */
export function LoadingPage() {
  const { t } = useTranslation()
  return (
    <p role="status" className="p-6 text-muted-foreground">
      {t('Loading...')}
    </p>
  )
}
