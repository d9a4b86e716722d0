import { EMAIL_MAX_LENGTH } from '@kirim/contract/limits'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearch } from 'wouter'
import { AccountForm, AccountFormLink } from '#shared/auth/account-form.tsx'
import { useAuth } from '#shared/auth/auth-context.ts'
import { loginDraft } from '#shared/auth/login-draft.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { PasswordInput } from '#shared/ui/password-input.tsx'
import { useSignIn } from './use-sign-in.ts'

/** The public layout redirects after the sign-in. */
export function LoginPage() {
  const { t } = useTranslation()
  const auth = useAuth()
  const [pathname] = useLocation()
  const search = useSearch()
  const [email, setEmail] = useState(loginDraft.read)
  const [password, setPassword] = useState('')
  const passwordBox = useRef<HTMLInputElement>(null)
  const [arrivedWithEmail] = useState(email !== '')
  useEffect(() => {
    if (arrivedWithEmail) passwordBox.current?.focus()
  }, [arrivedWithEmail])
  const { busy, problems, refusal, submit, prepare } = useSignIn((session) => {
    loginDraft.forget()
    auth.signIn(session)
  })
  const type = (typed: string) => {
    loginDraft.write(typed)
    setEmail(typed)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(event.currentTarget, { email, password })
  }
  return (
    <AccountForm
      title={t('Sign in to your account')}
      onSubmit={onSubmit}
      refusal={
        refusal && {
          title: t('Login Error'),
          text: refusal(t('Failed to log in. Please try again.')),
        }
      }
      action={t('Sign in')}
      busy={busy}
      busyText={t('Processing...')}
      foot={
        <>
          {t('No account yet?')}{' '}
          <AccountFormLink to="/register">{t('Register Now!')}</AccountFormLink>
        </>
      }
    >
      <Field label={t('Email')} error={problems.email?.()}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          maxLength={EMAIL_MAX_LENGTH}
          value={email}
          onChange={(event) => type(event.target.value)}
          onFocus={prepare}
        />
      </Field>
      <Field
        label={t('Password')}
        error={problems.password?.()}
        aside={
          <Link
            href={search ? `${pathname}?${search}` : pathname}
            replace
            className="text-caption text-muted-foreground underline-offset-4 hover:underline"
          >
            {t('Forgot password?')}
          </Link>
        }
      >
        <PasswordInput
          ref={passwordBox}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          onFocus={prepare}
        />
      </Field>
    </AccountForm>
  )
}
