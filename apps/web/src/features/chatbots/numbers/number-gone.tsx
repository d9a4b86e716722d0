import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ApiError } from '#shared/api/api-error.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { HeldElsewhere } from '#shared/workspace/held-elsewhere.tsx'
import { NUMBERS } from '../addresses.ts'

/** Whether the server does not know this number for this user: it was removed, or never theirs. */
export function isNumberGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'device_not_found'
}

/** Shown in place of the pages of a removed number. */
export function NumberGone({ title, deviceId }: { title: string; deviceId: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader back={{ to: NUMBERS, label: t('AI Chatbot') }} title={title} />
      <Card>
        <HeldElsewhere id={deviceId}>
          <EmptyState
            className="border-t-0"
            title={t('This number does not exist or is no longer linked.')}
            action={
              <Button asChild>
                <Link to={NUMBERS}>{t('Go to the numbers')}</Link>
              </Button>
            }
          />
        </HeldElsewhere>
      </Card>
    </>
  )
}
