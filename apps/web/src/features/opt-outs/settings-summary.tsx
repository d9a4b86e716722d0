import { COME_BACK_WORDS, OPT_OUT_WORDS, type OptOutSettings } from '@kirim/contract/opt-outs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The settings of opting out, for people who may not change them. */
export function SettingsSummary({ settings }: { settings: OptOutSettings }) {
  const { t } = useTranslation()
  const { words, answer, lineByDefault } = settings
  return (
    <dl className="grid gap-4 border-t px-5 py-4">
      <Setting
        label={t('Words')}
        hint={t('To opt back in, people write one of these: {words}.', {
          words: COME_BACK_WORDS.join(', '),
        })}
      >
        {[...OPT_OUT_WORDS, ...words].join(', ')}
      </Setting>
      <Setting label={t('Confirmation, sent once')}>{answer || t('None is sent.')}</Setting>
      <Setting label={t('‘Reply STOP to stop’ in new campaigns')}>
        {lineByDefault ? t('On') : t('Off')}
      </Setting>
    </dl>
  )
}

function Setting(props: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption font-medium">{props.label}</dt>
      <dd className="mt-1 whitespace-pre-line wrap-anywhere text-muted-foreground">
        {props.children}
      </dd>
      {props.hint && <dd className="mt-1 text-xs text-muted-foreground">{props.hint}</dd>}
    </div>
  )
}
