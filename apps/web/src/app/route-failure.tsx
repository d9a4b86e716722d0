import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'

/** A page that broke, or whose files are gone since a newer version was put in place. */
export function RouteFailure() {
  const { t } = useTranslation()
  return (
    <div className="mx-auto flex w-full max-w-[1200px] flex-col items-start gap-4 p-4 sm:p-6">
      <Alert title={t('This page could not be shown.')}>
        {t(
          'Reload it to try again. What you saved is kept, and what you typed in a campaign is offered again.',
        )}
      </Alert>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => window.location.reload()}>
          <RotateCw aria-hidden="true" />
          {t('Reload the page')}
        </Button>
        <Button asChild variant="ghost">
          {/* Not the router's link: what broke here may be the files it would load. */}
          <a href="/">{t('Go to the dashboard')}</a>
        </Button>
      </div>
    </div>
  )
}
