import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { EmptyState } from './empty-state.tsx'
import { PageHeader } from './page-header.tsx'

/** Shown for an unknown address. */
export function NotFound() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('Page not found')} />
      <Card>
        <EmptyState
          className="border-t-0"
          title={t('There is no page at this address.')}
          description={t('The link may be old, or the address may have a typo.')}
          action={
            <Button asChild>
              <Link to="/">{t('Go to the dashboard')}</Link>
            </Button>
          }
        />
      </Card>
    </>
  )
}
