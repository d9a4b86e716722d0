import { useTranslation } from 'react-i18next'
import { Card } from '#shared/ui/card.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'

/** A placeholder for a campaign form while its data loads. */
export function FormSkeleton() {
  const { t } = useTranslation()
  return (
    <Card className="max-w-[752px] overflow-clip [&>div>p]:sm:px-6">
      <Loading text={t('Loading...')}>
        {['w-16', 'w-20', 'w-14'].map((width) => (
          <div key={width} className="grid gap-4 border-t px-5 py-5 first:border-0 sm:px-6">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-9 rounded-md" />
            <div className="grid gap-4 sm:grid-cols-2">
              <Skeleton className="h-9 rounded-md" />
              <Skeleton className="h-9 rounded-md" />
            </div>
          </div>
        ))}
      </Loading>
    </Card>
  )
}
