import { INVITATION_DAYS, NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedFields } from '#shared/forms/use-refused-fields.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { useInvite } from './use-registration.ts'

interface InviteDialogProps {
  open: boolean
  onClose: () => void
}

/** Creates an invitation and shows its link. Needs a new key for each use. */
export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const { mutate, data, error, isPending } = useInvite()
  const refused = useRefusedFields(error, ['note'])
  return (
    <LinkDialog
      open={open}
      onClose={onClose}
      title={t('Invite a member')}
      description={t('A link for one account. It works for {days} days.', {
        days: INVITATION_DAYS,
      })}
      link={
        data && {
          label: t('Invitation link'),
          path: `/register#invitation=${data.token}`,
          expiresAt: data.expiresAt,
        }
      }
      error={refused.complete ? null : error}
      isPending={isPending}
      onMake={() => mutate(note)}
    >
      <Field
        label={t('Who is it for?')}
        optional
        error={refused.problems.note}
        hint={t('Only admins see this, in the list of invitations.')}
      >
        <Input
          value={note}
          maxLength={NAME_MAX_LENGTH}
          disabled={isPending}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </LinkDialog>
  )
}
