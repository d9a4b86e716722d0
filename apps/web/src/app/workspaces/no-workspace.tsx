import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { NewWorkspace } from './new-workspace.tsx'

/** Shown in place of a workspace's pages to a person who belongs to none. */
export function NoWorkspace({ title }: { title: string }) {
  const { t } = useTranslation()
  const [creates, setCreates] = useState(false)
  return (
    <>
      <PageHeader title={t(title)} />
      <Card>
        <EmptyState
          className="border-t-0"
          title={t('You belong to no workspace')}
          description={t('Create one, or ask somebody for an invitation to theirs.')}
          action={
            <Button variant="primary" onClick={() => setCreates(true)}>
              <Plus aria-hidden="true" />
              {t('New workspace')}
            </Button>
          }
        />
      </Card>
      <NewWorkspace open={creates} onClose={() => setCreates(false)} />
    </>
  )
}
