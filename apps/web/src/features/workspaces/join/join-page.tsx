import { roles } from '@kirim/contract/roles'
import { readTeamInvitation } from '@kirim/contract/team'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { AccountFrame, ToSignIn } from '#shared/auth/account-form.tsx'
import { useAuth } from '#shared/auth/auth-context.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { TeamRoleBadge } from '../access/role-badge.tsx'
import { JoinAsNew } from './join-as-new.tsx'
import { JoinAsYou, type JoinAsYouProps } from './join-as-you.tsx'
import { useKeptToken } from './kept-token.ts'
import type { ReadInvitation } from './read-invitation.ts'

/** Accepts an invitation to a workspace, with a new account or one of those that exist. */
export function JoinPage({ onJoined }: Pick<JoinAsYouProps, 'onJoined'>) {
  const { t } = useTranslation()
  const token = useKeptToken()
  if (token) return <Invitation token={token} onJoined={onJoined} />
  return (
    <Refusal
      title={t('This link is not complete.')}
      text={t('Copy the whole link, or ask for a new one.')}
    />
  )
}

function Invitation({ token, onJoined }: Pick<JoinAsYouProps, 'token' | 'onJoined'>) {
  const { t } = useTranslation()
  const { status } = useAuth()
  const query = useQuery({
    ...callQuery(readTeamInvitation, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, error } = query
  if (data) {
    const props = { token, invitation: data, text: <What invitation={data} /> }
    return status === 'authenticated' ? (
      <JoinAsYou {...props} onJoined={onJoined} />
    ) : (
      <JoinAsNew {...props} />
    )
  }
  if (!error) return <Loading text={t('Loading the invitation...')} />
  if (error instanceof ApiError && error.code === 'team_invitation_invalid') {
    return <Refusal title={t('This invitation no longer works.')} text={messageOf(error, '')} />
  }
  return (
    <AccountFrame title={t('Join a workspace')} foot={null}>
      <ErrorState
        className="mt-6 border-t-0 px-0"
        message={messageOf(error, t('The server did not respond. Please try again.'))}
        query={query}
      />
    </AccountFrame>
  )
}

/** Who invites, to what, and until when. */
function What({ invitation: { invitedBy, role, expiresAt } }: { invitation: ReadInvitation }) {
  const { t } = useTranslation()
  const { longDateTime } = useFormat()
  return (
    <>
      <p className="wrap-anywhere">{t('{name} invites you.', { name: invitedBy })}</p>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <TeamRoleBadge role={role} /> {t(roles[role].summary)}
      </p>
      <p className="mt-3 text-caption">
        {t('The invitation is open until {date}.', { date: longDateTime(expiresAt) })}
      </p>
    </>
  )
}

function Refusal({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  const { status } = useAuth()
  return (
    <AccountFrame
      title={t('Join a workspace')}
      text={null}
      foot={
        status === 'authenticated' ? (
          <ToDashboard />
        ) : (
          <ToSignIn question={t('Already have an account?')} />
        )
      }
    >
      <Alert className="mt-8" title={title}>
        {text}
      </Alert>
    </AccountFrame>
  )
}

function ToDashboard() {
  const { t } = useTranslation()
  return (
    <a href="/" className="font-medium text-primary underline-offset-4 hover:underline">
      {t('Go to Dashboard')}
    </a>
  )
}
