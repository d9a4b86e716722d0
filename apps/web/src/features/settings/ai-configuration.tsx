import type { AiSettings } from '@kirim/contract/settings'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { AiSettingsForm } from './ai-settings-form.tsx'
import { SavedKey } from './saved-key.tsx'
import { SettingsLoading } from './settings-loading.tsx'
import { useAiSettings } from './use-ai-settings.ts'

/**
 * The settings on the live network: the key is checked with its provider and stored on the server.
 */
export function AiConfiguration() {
  const { t } = useTranslation()
  const query = useAiSettings()
  if (query.data !== undefined) {
    const settings = query.data
    return (
      <>
        {settings?.hasKey && <SavedKey />}
        <AiSettingsForm key={settings?.hasKey ? settings.provider : 'none'} settings={settings} />
        {settings?.hasKey && <Usage settings={settings} />}
      </>
    )
  }
  if (query.isError) {
    return (
      <ErrorState
        message={messageOf(query.error, t('AI settings could not be loaded.'))}
        query={query}
      />
    )
  }
  return <SettingsLoading />
}

function Usage({ settings }: { settings: AiSettings }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const used = number(settings.usedThisMonth)
  return (
    <p className="tnum border-t px-5 py-3.5 text-caption text-muted-foreground">
      {settings.monthlyLimit === null
        ? t('AI messages this month: {used}', { used })
        : t('AI messages this month: {used} of {limit}', {
            used,
            limit: number(settings.monthlyLimit),
          })}
    </p>
  )
}
