import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('Page not found')} />
      <Card>
        <EmptyState
          className="border-t-0"
          title={t('There is no page at this address.')}
          description={t('The link may be old, or the address may have a typing error.')}
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
