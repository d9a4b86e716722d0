import { useTranslation } from 'react-i18next'
import { useUser } from '#shared/auth/auth-context.ts'
import { PageHeader } from '#shared/ui/page-header.tsx'

export function DashboardPage() {
  const { t } = useTranslation()
  const { name } = useUser()
  return <PageHeader title={t('Welcome, {name}', { name: name || t('User') })} />
}
