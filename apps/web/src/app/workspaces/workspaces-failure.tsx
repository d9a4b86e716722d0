import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Card } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'

/** Shown in place of all pages while the workspaces cannot be read; they are asked for again. */
export function WorkspacesFailure({
  query,
}: {
  query: Pick<UseQueryResult, 'refetch' | 'isFetching'>
}) {
  const { t } = useTranslation()
  return (
    <main className="mx-auto max-w-[1200px] px-4 pt-20 sm:px-6">
      <Card>
        <ErrorState
          className="border-t-0"
          message={t('Your workspaces could not be loaded.')}
          query={query}
        />
      </Card>
    </main>
  )
}
