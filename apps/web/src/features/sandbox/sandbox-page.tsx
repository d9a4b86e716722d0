import { useTranslation } from 'react-i18next'
import { PageHeader } from '#shared/ui/page-header.tsx'

export function SandboxPage() {
  const { t } = useTranslation()
  return <PageHeader title={t('Sandbox phone')} />
}
