import { useTranslation } from 'react-i18next'
import { Alert } from '#shared/ui/alert.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'

/** Shown at the address of a page that the person's role does not open. */
export function AccessDenied({ title }: { title: string }) {
  const { t } = useTranslation()
  const { current } = useWorkspaces()
  return (
    <>
      <PageHeader title={t(title)} />
      <Alert title={t('Access denied')}>
        {t('Your role in {workspace} does not open this page. An owner or manager can change it.', {
          workspace: current?.name ?? '',
        })}
      </Alert>
    </>
  )
}
