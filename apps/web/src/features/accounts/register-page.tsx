import { RegisterBody, register as registerCall } from '@kirim/contract/accounts'
import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_LENGTH,
  SECRET_MAX_LENGTH,
} from '@kirim/contract/limits'
import { registration } from '@kirim/contract/registration'
import { useQuery } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import * as z from 'zod/mini'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { AccountForm, AccountFrame, ToSignIn } from '#shared/auth/account-form.tsx'
import { loginDraft } from '#shared/auth/login-draft.ts'
import { useLinkSecret } from '#shared/auth/use-link-secret.ts'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { usePlacedIssues } from '#shared/forms/place-issues.ts'
import { TextField } from '#shared/forms/text-field.tsx'
import { useDraft } from '#shared/forms/use-draft.ts'
import { toast } from '#shared/toast/toast.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { PasswordInput } from '#shared/ui/password-input.tsx'

const RegisterDraft = z.object({ name: z.string(), email: z.string() })

/** The form, or why registration is not possible: it may be closed or need an invitation. */
export function RegisterPage() {
  const invitation = useLinkSecret('invitation')
  const { data } = useQuery({ ...callQuery(registration), staleTime: 0 })
  if (data?.mode === 'closed') return <NoRegistration invited={false} />
  if (data?.mode === 'invitation' && !invitation) return <NoRegistration invited />
  return <RegisterForm invitation={invitation} asksSetupCode={data?.setupCodeNeeded ?? false} />
}

/** `invited`: registration needs an invitation. */
function NoRegistration({ invited }: { invited: boolean }) {
  const { t } = useTranslation()
  return (
    <AccountFrame
      title={t('Create your account')}
      foot={<ToSignIn question={t('Already have an account?')} />}
    >
      <Alert
        tone="info"
        className="mt-8"
        title={
          invited
            ? t('Registration is by invitation.')
            : t('Registration is closed on this server.')
        }
      >
        {invited
          ? t('Ask an admin of this server for a link, and open it in this browser.')
          : t('Ask an admin of this server to open it.')}
      </Alert>
    </AccountFrame>
  )
}

interface RegisterFormProps {
  /** The token of the invitation link; '' without one. */
  invitation: string
  asksSetupCode: boolean
}

function RegisterForm({ invitation, asksSetupCode }: RegisterFormProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const search = useSearch()
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: (body: RegisterBody) =>
      request(registerCall, { body: { ...body, ...(invitation && { invitation }) } }),
    onSuccess: ({ email }) => {
      draft.forget()
      loginDraft.write(email)
      navigate(search ? `/login?${search}` : '/login')
      toast({ title: t('Your account is ready. Sign in to use it.'), tone: 'success' })
    },
  })
  const form = useForm({
    resolver: issueResolver(RegisterBody),
    defaultValues: { name: '', email: '', password: '', setupCode: '' },
  })
  const draft = useDraft({
    name: 'register',
    schema: RegisterDraft,
    form,
    toDraft: ({ name, email }) => ({ name, email }),
    putBack: ({ name, email }) => form.reset({ name, email, password: '', setupCode: '' }),
    atOnce: true,
  })
  usePlacedIssues(form, error, isPending)
  return (
    <FormProvider {...form}>
      <AccountForm
        title={t('Create your account')}
        onSubmit={form.handleSubmit((body) => mutate(body))}
        refusal={
          error && {
            title: t('Registration Error'),
            text: messageOf(error, t('Failed to register. Please try again.')),
          }
        }
        action={t('Register')}
        busy={isPending}
        busyText={t('Registering...')}
        foot={<ToSignIn question={t('Already have an account?')} />}
      >
        {asksSetupCode && (
          <TextField
            name="setupCode"
            label={t('Setup code')}
            hint={t('The server printed it when it started. The first account is the admin.')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={SECRET_MAX_LENGTH}
            className="[&_input]:font-mono"
          />
        )}
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
