import { useTranslation } from 'react-i18next'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'

export function SettingsLoading() {
  const { t } = useTranslation()
  return (
    <Loading text={t('Loading AI settings...')}>
      <div className="border-t px-5 py-5">
        <Skeleton className="mb-2 h-3 w-24" />
        <Skeleton className="h-9 w-full rounded-md" />
        <Skeleton className="mt-5 ml-auto h-9 w-32 rounded-md" />
      </div>
    </Loading>
  )
}
