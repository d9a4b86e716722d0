import { type ApiRestConfig, tryApiRest } from '@kirim/contract/chatbot-tools'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { output } from 'zod/mini'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { reasonText } from '#shared/i18n/server-text.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'

/** Makes the call in the form once, with a made-up contact, and shows the response. */
export function ApiRestTry({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const { handleSubmit } = useFormContext<ApiRestConfig>()
  const trial = useMutation({
    mutationFn: (body: ApiRestConfig) => request(tryApiRest, { params: { deviceId }, body }),
  })
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone it would appear below the visible part, as if nothing had happened.
    if (trial.status !== 'idle') outcome.current?.scrollIntoView?.({ block: 'nearest' })
  }, [trial.status])
  return (
    <div className="grid grid-cols-1 gap-3 border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          disabled={deviceId === ''}
          busy={trial.isPending}
          busyText={t('Trying...')}
          onClick={() => void handleSubmit((config) => trial.mutate(config))()}
        >
          {t('Try')}
        </Button>
        <p className="text-caption text-muted-foreground">
          {deviceId === ''
            ? t('Choose a number first.')
            : t('Makes the call once with a sample contact. No message is sent.')}
        </p>
      </div>
      <div aria-live="polite" ref={outcome}>
        {trial.isError && (
          <Alert title={t('The call could not be tried')}>
            {messageOf(trial.error, t('The server did not respond. Please try again.'))}
          </Alert>
        )}
        {trial.data && <TryOutcome outcome={trial.data} />}
      </div>
    </div>
  )
}

function TryOutcome({ outcome }: { outcome: output<typeof tryApiRest.response> }) {
  const { t } = useTranslation()
  const { ok, status, values, missing, error, reason } = outcome
  const answered = status !== null ? t('Status {status}', { status }) : t('No response')
  if (!ok) {
    return (
      <Alert title={answered}>
        <span className="wrap-anywhere">
          {reason ? reasonText({ ...reason, message: error }) : error}
        </span>
      </Alert>
    )
  }
  return (
    <Alert tone="success" title={answered}>
      {Object.keys(values).length === 0 && t('It works. Add a field to use the response.')}
      <dl className="mt-1 grid gap-x-3 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {Object.entries(values).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-mono text-xs wrap-anywhere">{`[api.${name}]`}</dt>
            <dd className="max-h-32 overflow-y-auto wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p className="mt-1 wrap-anywhere">
          {t('Not found in this response: {names}.', { names: missing.join(', ') })}
        </p>
      )}
    </Alert>
  )
}
