import { useTranslation } from 'react-i18next'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { ConnectCard } from './connect-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { useDevices } from './use-devices.ts'
import { useLink } from './use-link.ts'

/** Scan Device [2.scan]. */
export function ScanDevicePage() {
  const { t } = useTranslation()
  const link = useLink()
  const { devices = [] } = useDevices()
  const hasDevices = devices.length > 0
  const connect = <ConnectCard key="connect" link={link} narrow={hasDevices} />
  const numbers = <DevicesCard key="numbers" link={link} />
  return (
    <>
      <PageHeader
        title={t('Scan Device')}
        description={t('Link a number with a code on its phone.')}
      />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_420px]">
        {/* Users with numbers come to see them, others come to link one. */}
        {hasDevices ? [numbers, connect] : [connect, numbers]}
      </div>
    </>
  )
}
