import { useTranslation } from 'react-i18next'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { ConnectCard } from './connect-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { useLink } from './use-link.ts'

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
