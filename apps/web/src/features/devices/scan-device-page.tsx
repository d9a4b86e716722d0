import { useTranslation } from 'react-i18next'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { ConnectCard } from './link/connect-card.tsx'
import { useLink } from './link/use-link.ts'
import { DevicesCard } from './list/devices-card.tsx'

/** Scan Device [2.scan]. */
export function ScanDevicePage() {
  const { t } = useTranslation()
  const link = useLink()
  return (
    <>
      <PageHeader
        title={t('Scan Device')}
        description={t('Link a number with a code on its phone.')}
      />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_420px]">
        <DevicesCard link={link} />
        <ConnectCard link={link} />
      </div>
    </>
  )
}
