import type { RegistrationMode } from '@kirim/contract/registration'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { Card, CardBody, CardHeader } from '#shared/ui/card.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Skeleton } from '#shared/ui/loading.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Invitations } from './invitations.tsx'
import { useRegistrationMode } from './use-registration.ts'

const modes: readonly { value: RegistrationMode; label: string; meaning: string }[] = [
  {
    value: 'open',
    label: textKey('Open'),
    meaning: textKey('Anyone who can reach this server can create an account.'),
  },
  {
    value: 'invitation',
    label: textKey('By invitation'),
    meaning: textKey('People need an invitation link from an admin.'),
  },
  {
    value: 'closed',
    label: textKey('Closed'),
    meaning: textKey(
      'No one can create an account. Invitations work again once registration is open.',
    ),
  },
]

/** Setting: who may register. */
export function RegistrationCard() {
  const { t } = useTranslation()
  const { query, mode, busy, change } = useRegistrationMode()
  const meaning = modes.find(({ value }) => value === mode)?.meaning
  return (
    <Card aria-labelledby="registration" className="mb-5 min-w-0">
      <CardHeader
        id="registration"
        title={t('Registration')}
        description={meaning ? t(meaning) : <Skeleton className="my-1 h-2.5 w-64 max-w-full" />}
        className="flex-wrap items-center"
        action={
          mode && (
            <Segmented
              aria-label={t('Who can register')}
              value={mode}
              onValueChange={change}
              disabled={busy}
              options={modes.map(({ value, label }) => ({ value, label: t(label) }))}
            />
          )
        }
      />
      {query.isError && !mode && (
        <CardBody>
          <ErrorState message={t('Failed to load the registration setting.')} query={query} />
        </CardBody>
      )}
      {mode === 'invitation' && <Invitations />}
    </Card>
  )
}
