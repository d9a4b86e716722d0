import { COME_BACK_WORDS, OPT_OUT_WORDS, type OptOutSettings } from '@kirim/contract/opt-outs'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '#shared/ui/facts.tsx'

/** The settings of opting out, for people who may not change them. */
export function SettingsSummary({ settings }: { settings: OptOutSettings }) {
  const { t } = useTranslation()
  const { words, answer, lineByDefault } = settings
  const backWords = COME_BACK_WORDS.join(', ')
  return (
    <Facts className="border-t px-5 py-4">
      <Fact
        label={t('Words')}
        hint={t('To opt back in, people write one of these: {words}.', { words: backWords })}
      >
        {[...OPT_OUT_WORDS, ...words].join(', ')}
      </Fact>
      <Fact label={t('Confirmation, sent once')}>{answer || t('None is sent.')}</Fact>
      <Fact label={t('‘Reply STOP to stop’ in new campaigns')}>
        {lineByDefault ? t('On') : t('Off')}
      </Fact>
    </Facts>
  )
}
