import { login } from '@kirim/contract/accounts'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_LENGTH } from '@kirim/contract/limits'
import { registration } from '@kirim/contract/registration'
import { registerWithTeamInvitation } from '@kirim/contract/team'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import * as z from 'zod/mini'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { AccountForm, AccountFrame } from '#shared/auth/account-form.tsx'
import { useAuth } from '#shared/auth/auth-context.ts'
import { loginDraft } from '#shared/auth/login-draft.ts'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { usePlacedIssues } from '#shared/forms/place-issues.ts'
import { TextField } from '#shared/forms/text-field.tsx'
import { Alert } from '#shared/ui/alert.tsx'
import { PasswordInput } from '#shared/ui/password-input.tsx'
import { SIGN_IN_AND_JOIN } from './join-address.ts'
import { useLeaveJoined } from './kept-token.ts'
import type { ReadInvitation } from './read-invitation.ts'

const NewAccount = z.omit(registerWithTeamInvitation.body, { token: true })
type NewAccount = z.output<typeof NewAccount>

interface JoinAsNewProps {
  token: string
  invitation: ReadInvitation
  text: ReactNode
}

/** For who is not signed in: a new account, or the way to sign in and back. */
export function JoinAsNew(props: JoinAsNewProps) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...callQuery(registration), staleTime: 0 })
  if (data?.mode !== 'closed') return <JoinForm {...props} />
  const { workspace, email } = props.invitation
  return (
    <AccountFrame
      title={t('Join {workspace}', { workspace })}
      text={props.text}
      foot={<ToSignInAndJoin email={() => email} />}
    >
      <Alert tone="info" className="mt-8" title={t('Registration is closed on this server.')}>
        {t('Ask an admin of this server to open it.')}
      </Alert>
    </AccountFrame>
  )
}

/** The e-mail is filled in there. */
function ToSignInAndJoin({ email }: { email: () => string }) {
  const { t } = useTranslation()
  return (
    <>
      {t('Already have an account?')}{' '}
      <Link
        href={SIGN_IN_AND_JOIN}
        onClick={() => loginDraft.write(email())}
        className="font-medium text-primary underline-offset-4 hover:underline"
      >
        {t('Sign in and join')}
      </Link>
    </>
  )
}

function JoinForm({ token, invitation, text }: JoinAsNewProps) {
  const { t } = useTranslation()
  const { signIn } = useAuth()
  const leave = useLeaveJoined()
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: async ({ email, password, name }: NewAccount) => {
      await request(registerWithTeamInvitation, { body: { token, name, email, password } })
      // From here on the account exists: whoever is not signed in now signs in by hand.
      loginDraft.write(email)
      return request(login, { body: { email, password } }).catch(() => null)
    },
    onSuccess: (session) => {
      if (session) {
        loginDraft.forget()
        signIn(session)
      }
      leave()
    },
  })
  const { workspace } = invitation
  const form = useForm({
    resolver: issueResolver(NewAccount),
    defaultValues: { name: '', email: invitation.email, password: '' },
  })
  usePlacedIssues(form, error, isPending)
  return (
    <FormProvider {...form}>
      <AccountForm
        title={t('Join {workspace}', { workspace })}
        text={text}
        onSubmit={form.handleSubmit((values) => mutate(values))}
        refusal={
          error && {
            title: t('You did not join'),
            text: messageOf(error, t('The server did not respond. Please try again.')),
          }
        }
        action={t('Create account and join')}
        busy={isPending}
        busyText={t('Joining...')}
        foot={<ToSignInAndJoin email={() => form.getValues('email') ?? ''} />}
      >
        <TextField name="name" label={t('Name')} autoComplete="name" maxLength={NAME_MAX_LENGTH} />
        <TextField
          name="email"
          label={t('Email address')}
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_LENGTH}
        />
        <TextField
          name="password"
          label={t('Password')}
          hint={t('At least {min} characters.', PASSWORD_LENGTH)}
          box={PasswordInput}
          autoComplete="new-password"
        />
      </AccountForm>
    </FormProvider>
  )
}
