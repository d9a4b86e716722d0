import { zodResolver } from '@hookform/resolvers/zod'
import { type LoginBody, login } from '@kirim/contract/accounts'
import { EMAIL_MAX_LENGTH } from '@kirim/contract/limits'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { z } from 'zod'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useAuth } from '#shared/auth/auth-context.ts'
import { useDraft } from '#shared/forms/use-draft.ts'
import { useProblemText } from '#shared/forms/use-problem-text.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { PasswordInput } from '#shared/ui/password-input.tsx'
import { AccountForm, AccountFormLink } from './account-form.tsx'
import { LoginValues } from './login-values.ts'

const LoginDraft = z.object({ email: z.string() })

/** The public layout leads on once somebody is signed in. */
export function LoginPage() {
  const { t } = useTranslation()
  const { signIn } = useAuth()
  const location = useLocation()
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: (body: LoginBody) => request(login, { body }),
    onSuccess: (session) => {
      draft.forget()
      signIn(session)
    },
  })
  const form = useForm({
    resolver: zodResolver(LoginValues),
    defaultValues: { email: '', password: '' },
  })
  const draft = useDraft({
    name: 'login',
    schema: LoginDraft,
    form,
    toDraft: ({ email }) => ({ email }),
    putBack: ({ email }) => form.setValue('email', email),
    atOnce: true,
  })
  const { register, handleSubmit } = form
  const { errors } = form.formState
  const problem = useProblemText()
  return (
    <AccountForm
      title={t('Sign in to your account')}
      onSubmit={handleSubmit((body) => mutate(body))}
      refusal={
        error && {
          title: t('Login Error'),
          text: messageOf(error, t('Failed to log in. Please try again.')),
        }
      }
      action={t('Sign in')}
      busy={isPending}
      busyText={t('Processing...')}
      foot={
        <>
          {t('No account yet?')}{' '}
          <AccountFormLink to="/register">{t('Register Now!')}</AccountFormLink>
        </>
      }
    >
      <Field label={t('Email')} error={problem(errors.email)}>
        <Input
          type="email"
          autoComplete="username"
          maxLength={EMAIL_MAX_LENGTH}
          disabled={isPending}
          {...register('email')}
        />
      </Field>
      <Field
        label={t('Password')}
        error={problem(errors.password)}
        aside={
          <Link
            to={location}
            replace
            className="text-caption text-muted-foreground underline-offset-4 hover:underline"
          >
            {t('Forgot password?')}
          </Link>
        }
      >
        <PasswordInput
          autoComplete="current-password"
          disabled={isPending}
          {...register('password')}
        />
      </Field>
    </AccountForm>
  )
}
