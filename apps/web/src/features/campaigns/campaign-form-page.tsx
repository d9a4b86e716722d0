import { useTranslation } from 'react-i18next'
import { PageHeader } from '#shared/ui/page-header.tsx'

export function CampaignFormPage() {
  const { t } = useTranslation()
  return (
    <PageHeader back={{ to: '/', label: t('Dashboard') }} title={t('Create New Bulk Campaign')} />
  )
}
