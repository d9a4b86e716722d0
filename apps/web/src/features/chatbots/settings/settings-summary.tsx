import type { NumberSettings } from '@kirim/contract/chatbot-tools'
import { useTranslation } from 'react-i18next'
import { durationText } from '#shared/i18n/duration.ts'
import { languageOptions } from '#shared/i18n/language.ts'
import { Fact, Facts } from '#shared/ui/facts.tsx'

/** A number's chatbot settings, for people who may not change them. */
export function SettingsSummary({ settings }: { settings: NumberSettings }) {
  const { t } = useTranslation()
  const { timeZone, language, cooldownSeconds, quietMinutes, knowledge } = settings
  const lasting = (seconds: number) => (seconds === 0 ? t('None') : durationText(seconds, t))
  return (
    <Facts className="sm:grid-cols-2">
      <Fact label={t('Time zone')}>{timeZone}</Fact>
      <Fact label={t('Language of greetings')}>
        {languageOptions.find(({ value }) => value === language)?.label ?? language}
      </Fact>
      <Fact label={t('Cooldown per chat and item')}>{lasting(cooldownSeconds)}</Fact>
      <Fact label={t('Pause after you answer')}>{lasting(quietMinutes * 60)}</Fact>
      <Fact className="sm:col-span-2" label={t('What AI knows about your business')}>
        {knowledge || t('None')}
      </Fact>
    </Facts>
  )
}
