import type { User } from '@kirim/contract/accounts'
import { RESET_LINK_HOURS } from '@kirim/contract/limits'
import { createResetLink } from '@kirim/contract/password-reset'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { OneTimeLink } from './one-time-link.tsx'

interface ResetLinkDialogProps {
  member: User
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** For somebody who has forgotten the password: a link to set a new one. Give it a key of its own each time. */
export function ResetLinkDialog({ member, open, onOpenChange }: ResetLinkDialogProps) {
  const { t } = useTranslation()
  const { longDateTime } = useFormat()
  const { mutate, data, error, isPending } = useSingleMutation({
    mutationFn: () => request(createResetLink, { params: { id: member._id } }),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isPending && onOpenChange(next)}
      title={t('A link for a new password')}
      description={
        <span className="wrap-anywhere">
          {t(
            '{name} ({email}) can set a new password with it within {hours} hours, and is then signed out everywhere. Hand it over yourself: whoever has it gets into the account. An earlier link stops working.',
            { name: member.name, email: member.email, hours: RESET_LINK_HOURS },
          )}
        </span>
      }
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
              variant="primary"
              busy={isPending}
              busyText={t('Making...')}
              onClick={() => mutate(undefined)}
            >
              {t('Make link')}
            </Button>
          </>
        )
      }
    >
      {data && (
        <OneTimeLink
          label={t('Link for {name}', { name: member.name })}
          path={`/reset-password#token=${data.token}`}
          until={t('It ends on {date}.', { date: longDateTime(data.expiresAt) })}
        />
      )}
      {error && <Alert title={messageOf(error, t('The link could not be made.'))} />}
    </Dialog>
  )
}
