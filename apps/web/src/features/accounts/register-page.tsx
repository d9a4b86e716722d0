import { zodResolver } from '@hookform/resolvers/zod'
import { RegisterBody, register as registerCall } from '@kirim/contract/accounts'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_LENGTH } from '@kirim/contract/limits'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useLocation, useSearch } from 'wouter'
import { z } from 'zod'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useDraft } from '#shared/forms/use-draft.ts'
import { useProblemText } from '#shared/forms/use-problem-text.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { PasswordInput } from '#shared/ui/password-input.tsx'
import { AccountForm, AccountFormLink } from './account-form.tsx'

const RegisterDraft = z.object({ name: z.string(), email: z.string() })

export function RegisterPage() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const search = useSearch()
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: (body: RegisterBody) => request(registerCall, { body }),
    onSuccess: () => {
      draft.forget()
      navigate(search ? `/login?${search}` : '/login')
      toast.success(t('Your account is ready. Sign in to use it.'))
    },
  })
  const form = useForm({
    resolver: zodResolver(RegisterBody),
    defaultValues: { name: '', email: '', password: '' },
  })
  const draft = useDraft({
    name: 'register',
    schema: RegisterDraft,
    form,
    toDraft: ({ name, email }) => ({ name, email }),
    putBack: ({ name, email }) => form.reset({ name, email, password: '' }),
    atOnce: true,
  })
  const { register, handleSubmit } = form
  const { errors } = form.formState
  const problem = useProblemText()
  return (
    <AccountForm
      title={t('Create your account')}
      onSubmit={handleSubmit((body) => mutate(body))}
      refusal={
        error && {
          title: t('Registration Error'),
          text: messageOf(error, t('Failed to register. Please try again.')),
        }
      }
      action={t('Register')}
      busy={isPending}
      busyText={t('Registering...')}
      foot={
        <>
          {t('Already have an account?')}{' '}
          <AccountFormLink to="/login">{t('Sign in')}</AccountFormLink>
        </>
      }
    >
      <Field label={t('Name')} error={problem(errors.name)}>
        <Input
          autoComplete="name"
          maxLength={NAME_MAX_LENGTH}
          disabled={isPending}
          {...register('name')}
        />
      </Field>
      <Field label={t('Email address')} error={problem(errors.email)}>
        <Input
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_LENGTH}
          disabled={isPending}
          {...register('email')}
        />
      </Field>
      <Field
        label={t('Password')}
        error={problem(errors.password)}
        hint={t('At least {min} characters.', PASSWORD_LENGTH)}
      >
        <PasswordInput autoComplete="new-password" disabled={isPending} {...register('password')} />
      </Field>
    </AccountForm>
  )
}
