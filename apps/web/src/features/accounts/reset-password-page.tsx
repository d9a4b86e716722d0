import { PASSWORD_LENGTH } from '@kirim/contract/limits'
import { resetPassword } from '@kirim/contract/password-reset'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { AccountForm, AccountFrame, ToSignIn } from '#shared/auth/account-form.tsx'
import { loginDraft } from '#shared/auth/login-draft.ts'
import { useLinkSecret } from '#shared/auth/use-link-secret.ts'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { usePlacedIssues } from '#shared/forms/place-issues.ts'
import { TextField } from '#shared/forms/text-field.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { PasswordInput } from '#shared/ui/password-input.tsx'
import { ResetValues } from './profile-values.ts'

/** Sets a new password with a one-time link from an admin. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const token = useLinkSecret('token')
  if (token) return <ResetForm token={token} />
  return (
    <AccountFrame
      title={t('Set a new password')}
      foot={<ToSignIn question={t('Remember your password?')} />}
    >
      <Alert className="mt-8" title={t('This link is not complete.')}>
        {t('Copy the whole link, or ask an admin for a new one.')}
      </Alert>
    </AccountFrame>
  )
}

function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: (password: string) => request(resetPassword, { body: { token, password } }),
    onSuccess: ({ email }) => {
      loginDraft.write(email)
      // The link is used, so Back must not return to it.
      navigate('/login', { replace: true })
      toast({ title: t('Your new password is set. Sign in with it.'), tone: 'success' })
    },
  })
  const form = useForm({
    resolver: issueResolver(ResetValues),
    defaultValues: { password: '', confirmation: '' },
  })
  usePlacedIssues(form, error, isPending)
  return (
    <FormProvider {...form}>
      <AccountForm
        title={t('Set a new password')}
        onSubmit={form.handleSubmit(({ password }) => mutate(password))}
        refusal={
          error && {
            title: t('The password was not set'),
            text: messageOf(error, t('The server did not respond. Please try again.')),
          }
        }
        action={t('Set password')}
        busy={isPending}
        busyText={t('Saving...')}
        foot={<ToSignIn question={t('Remember your password?')} />}
      >
        <TextField
          name="password"
          label={t('New password')}
          hint={t('At least {min} characters.', PASSWORD_LENGTH)}
          box={PasswordInput}
          autoComplete="new-password"
        />
        <TextField
          name="confirmation"
          label={t('Confirm password')}
          box={PasswordInput}
          autoComplete="new-password"
        />
      </AccountForm>
    </FormProvider>
  )
}
