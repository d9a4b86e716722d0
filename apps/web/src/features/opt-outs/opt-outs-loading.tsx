import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'

/** The list before it is known: who, since when and how, as the rows will stand. */
export function OptOutsLoading() {
  const { t } = useTranslation()
  return (
    <Loading text={t('Loading opt-outs...')}>
      {['w-36', 'w-28', 'w-44'].map((width) => (
        <div key={width} className="flex gap-6 border-t px-5 py-3.5 max-sm:px-4">
          <div className="min-w-0 flex-1">
            <Skeleton className={cn('mb-2 h-3 max-w-full', width)} />
            <Skeleton className="h-2.5 w-24" />
          </div>
          <div className="w-27 shrink-0 max-md:hidden">
            <Skeleton className="mb-2 h-3 w-24" />
            <Skeleton className="h-2.5 w-10" />
          </div>
          <div className="w-[43%] shrink-0">
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
