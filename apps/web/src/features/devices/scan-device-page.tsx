import { useTranslation } from 'react-i18next'
import { PageHeader } from '#shared/ui/page-header.tsx'

export function ScanDevicePage() {
  const { t } = useTranslation()
  return <PageHeader title={t('Scan Device')} />
}
