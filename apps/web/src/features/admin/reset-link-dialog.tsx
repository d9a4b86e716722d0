import type { User } from '@kirim/contract/accounts'
import { RESET_LINK_HOURS } from '@kirim/contract/limits'
import { createResetLink } from '@kirim/contract/password-reset'
import { useTranslation } from 'react-i18next'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { LinkDialog } from './link-dialog.tsx'

interface ResetLinkDialogProps {
  member: User
  open: boolean
  onClose: () => void
}

/** Creates a link with which a member sets a new password. Needs a new key for each use. */
export function ResetLinkDialog({ member, open, onClose }: ResetLinkDialogProps) {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useSingleMutation({
    mutationFn: () => request(createResetLink, { params: { id: member._id } }),
  })
  return (
    <LinkDialog
      open={open}
      onClose={onClose}
      title={t('Password reset link')}
      description={
        <span className="wrap-anywhere">
          {t(
            'With this link, {name} ({email}) can set a new password within {hours} hours and is then signed out everywhere. Give it only to them: anyone who has it can get into the account. Earlier links stop working.',
            { name: member.name, email: member.email, hours: RESET_LINK_HOURS },
          )}
        </span>
      }
      link={
        data && {
          label: t('Link for {name}', { name: member.name }),
          path: `/reset-password#token=${data.token}`,
          expiresAt: data.expiresAt,
        }
      }
      error={error}
      isPending={isPending}
      onMake={() => mutate(undefined)}
    />
  )
}
