import { acceptTeamInvitation } from '@kirim/contract/team'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { AccountFrame } from '#shared/auth/account-form.tsx'
import { useAuth, useUser } from '#shared/auth/auth-context.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { useLeaveJoined } from './kept-token.ts'
import type { ReadInvitation } from './read-invitation.ts'

export interface JoinAsYouProps {
  token: string
  invitation: ReadInvitation
  text: ReactNode
  /** Opens the workspace that was joined in this tab. */
  onJoined: (personId: string, workspaceId: string) => void
}

/** For who is signed in. */
export function JoinAsYou({ token, invitation, text, onJoined }: JoinAsYouProps) {
  const { t } = useTranslation()
  const { signOut } = useAuth()
  const { _id, email } = useUser()
  const leave = useLeaveJoined()
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: (given: string) => request(acceptTeamInvitation, { body: { token: given } }),
    onSuccess: ({ id }) => {
      onJoined(_id, id)
      leave()
    },
  })
  const { workspace } = invitation
  const isOther = invitation.email !== '' && !isSame(invitation.email, email)
  const isIn = error instanceof ApiError && error.code === 'already_member'
  return (
    <AccountFrame
      title={t('Join {workspace}', { workspace })}
      text={text}
      foot={
        <button
          type="button"
          disabled={isPending}
          onClick={signOut}
          className="font-medium text-primary underline-offset-4 hover:underline"
        >
          {t('Use another account')}
        </button>
      }
    >
      <div className="mt-6 flex flex-col gap-4">
        {isOther && (
          <Alert tone="info" title={t('This invitation was made for another e-mail.')}>
            <span className="wrap-anywhere">
              {t('It was made for {email}. You are signed in as {own}.', {
                email: invitation.email,
                own: email,
              })}
            </span>
          </Alert>
        )}
        {error && <Alert title={messageOf(error, t('You did not join. Please try again.'))} />}
        {isIn ? (
          <Button variant="primary" size="lg" className="w-full" onClick={leave}>
            {t('Go to Dashboard')}
          </Button>
        ) : (
          <Button
            variant="primary"
            size="lg"
            className="h-auto min-h-10 w-full py-2 whitespace-normal wrap-anywhere"
            busy={isPending}
            busyText={t('Joining...')}
            onClick={() => mutate(token)}
          >
            {t('Join {workspace} as {email}', { workspace, email })}
          </Button>
        )}
      </div>
    </AccountFrame>
  )
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
