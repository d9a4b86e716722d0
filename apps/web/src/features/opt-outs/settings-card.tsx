import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'
import { useOptOutSettings } from './opt-out-queries.ts'
import { SettingsForm } from './settings-form.tsx'

/** The words by which people opt out, the answer, and the line in new campaigns. */
export function SettingsCard() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useOptOutSettings()
  return (
    <Card aria-labelledby="how-people-opt-out">
      <CardHeader id="how-people-opt-out" title={t('How people opt out')} />
      {data && <SettingsForm settings={data} />}
      {!data && !error && (
        <Loading text={t('Loading settings...')}>
          <div className="grid gap-4 border-t px-5 py-4">
            <Skeleton className="h-20 w-full" />
            <Skeleton className="h-20 w-full" />
          </div>
        </Loading>
      )}
      {!data && error && (
        <ErrorState
          message={messageOf(error, t('Failed to load settings.'))}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
    </Card>
  )
}
