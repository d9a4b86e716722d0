import { useTranslation } from 'react-i18next'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'

/** Shown in place of a workspace's pages to a person who belongs to none. */
export function NoWorkspace({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t(title)} />
      <Card>
        <EmptyState
          className="border-t-0"
          title={t('You belong to no workspace')}
          description={t('Create one, or ask somebody for an invitation to theirs.')}
        />
      </Card>
    </>
  )
}
