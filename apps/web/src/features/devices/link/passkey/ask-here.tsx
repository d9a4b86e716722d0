import type { PasskeyAnswer, PasskeyOptions } from '@kirim/contract/passkey'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { askHere } from './passkey-page.ts'

interface AskHereProps {
  options: PasskeyOptions
  onAnswer: (answer: PasskeyAnswer) => void
}

/** The passkey answers to this page: the browser asks for it. */
export function AskHere({ options, onAnswer }: AskHereProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<'ready' | 'asking' | 'failed'>('ready')

  async function ask(): Promise<void> {
    setState('asking')
    try {
      const answer = await askHere(options)
      setState('ready')
      onAnswer(answer)
    } catch {
      setState('failed')
    }
  }

  return (
    <div className="flex flex-col items-start gap-4">
      {state === 'failed' && (
        <Alert tone="warning" title={t('The browser did not provide a passkey.')}>
          {t('It was cancelled, or this device has no passkey for the account. Try again.')}
        </Alert>
      )}
      <Button
        variant="primary"
        busy={state === 'asking'}
        busyText={t('Waiting for the passkey...')}
        onClick={ask}
      >
        <KeyRound aria-hidden="true" />
        {t('Use my passkey')}
      </Button>
    </div>
  )
}
