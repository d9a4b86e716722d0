import { useTranslation } from 'react-i18next'
import { useAppInfo } from '#shared/api/app-info.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { AiConfiguration } from './ai-configuration.tsx'
import { SettingsLoading } from './settings-loading.tsx'
import { SimulatedConfiguration } from './simulated-configuration.tsx'
import { useAiSettings } from './use-ai-settings.ts'
import { useSimulatedLoad } from './use-simulation.ts'

/**
 * Settings [2.settings]: simulated on the sandbox network, real on the live one.
 */
export function SettingsPage() {
  const { t } = useTranslation()
  const network = useAppInfo()?.network
  return (
    <>
      <PageHeader
        title={t('Settings')}
        description={t('The provider that writes AI replies, and its monthly limit.')}
      />
      <Card aria-labelledby="ai-configuration" className="max-w-[680px]">
        <CardHeader
          id="ai-configuration"
          title={t('AI Configuration')}
          description={useNetworkNote(network)}
        />
        {network === 'live' && <AiConfiguration />}
        {network === 'sandbox' && <Simulation />}
        {!network && <SettingsLoading />}
      </Card>
    </>
  )
}

/** Explains how the key is stored; null until it is known whether one is. */
function useNetworkNote(network: 'live' | 'sandbox' | undefined): string | null {
  const { t } = useTranslation()
  const { data } = useAiSettings({ enabled: network === 'live' })
  if (network === 'sandbox') {
    return t('On the sandbox network, saving is only simulated. Nothing is sent or stored.')
  }
  if (network === undefined || data === undefined) return null
  return data?.hasKey
    ? t('Your own key is used. It is encrypted and never shown again.')
    : t('No key is saved. A saved key is encrypted and never shown again.')
}

function Simulation() {
  return useSimulatedLoad() ? <SimulatedConfiguration /> : <SettingsLoading />
}
