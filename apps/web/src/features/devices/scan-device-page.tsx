import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { useMay, useSees } from '#shared/workspace/workspace-context.ts'
import { ConnectCard } from './link/connect-card.tsx'
import { isUnderWay } from './link/link-state.ts'
import { useLink } from './link/use-link.ts'
import { DevicesCard } from './list/devices-card.tsx'

/** Scan Device [2.scan]. */
export function ScanDevicePage() {
  const { t } = useTranslation()
  const link = useLink()
  const mayLink = useMay('numbers:write')
  // Somebody who sees only some numbers links these again, from their list, but no other.
  const seesAll = useSees('all numbers')
  const showsCard = mayLink && (seesAll || isUnderWay(link.state))
  return (
    <>
      <PageHeader
        title={t('Scan Device')}
        description={
          mayLink && seesAll
            ? t('Link a number with a code on its phone.')
            : t('The linked numbers.')
        }
      />
      <div
        className={cn(
          'grid grid-cols-1 items-start gap-5',
          showsCard && 'lg:grid-cols-[minmax(0,1fr)_420px]',
        )}
      >
        <DevicesCard link={link} />
        {showsCard && <ConnectCard link={link} isForAny={seesAll} />}
      </div>
    </>
  )
}
