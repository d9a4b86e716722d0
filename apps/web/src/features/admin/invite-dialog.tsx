import { INVITATION_DAYS, NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { OneTimeLink } from './one-time-link.tsx'
import { useInvite } from './use-registration.ts'

interface InviteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Makes an invitation and shows its link. Give it a key of its own each time. */
export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  const { t } = useTranslation()
  const { longDateTime } = useFormat()
  const [note, setNote] = useState('')
  const { mutate, data, error, isPending } = useInvite()
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(note)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isPending && onOpenChange(next)}
      title={t('Invite somebody')}
      description={t('A link for one account. It works for {days} days.', {
        days: INVITATION_DAYS,
      })}
      footer={
        data ? (
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {t('Done')}
          </Button>
        ) : (
          <>
            <Button disabled={isPending} onClick={() => onOpenChange(false)}>
              {t('Cancel')}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={isPending}
              busyText={t('Making...')}
            >
              {t('Make link')}
            </Button>
          </>
        )
      }
    >
      {data ? (
        <OneTimeLink
          label={t('Invitation link')}
          path={`/register#invitation=${data.token}`}
          until={t('It ends on {date}.', { date: longDateTime(data.expiresAt) })}
        />
      ) : (
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
          {error && <Alert title={messageOf(error, t('The link could not be made.'))} />}
          <Field
            label={t('For whom')}
            optional
            hint={t('Only admins see this, in the list of invitations.')}
          >
            <Input
              value={note}
              maxLength={NAME_MAX_LENGTH}
              disabled={isPending}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        </form>
      )}
    </Dialog>
  )
}
