import { type Session, updateProfile } from '@kirim/contract/accounts'
import { NAME_MAX_LENGTH, PASSWORD_LENGTH } from '@kirim/contract/limits'
import { useEffect } from 'react'
import { Controller, FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { isUnanswered, messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useAuth, useUser } from '#shared/auth/auth-context.ts'
import { CountrySelect } from '#shared/forms/country-select.tsx'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { usePlacedIssues } from '#shared/forms/place-issues.ts'
import { TextField } from '#shared/forms/text-field.tsx'
import { useDraft } from '#shared/forms/use-draft.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { PasswordInput } from '#shared/ui/password-input.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { ProfileValues } from './profile-values.ts'

const sections = 'flex flex-col gap-4 p-5 sm:p-6'

const ProfileDraft = z.object({ name: z.string(), defaultCountry: z.optional(z.string()) })

type ProfileFormOf = UseFormReturn<
  z.input<typeof ProfileValues>,
  unknown,
  z.output<typeof ProfileValues>
>

function startOf({ name, defaultCountry }: Session) {
  return { name, currentPassword: '', password: '', confirmation: '', defaultCountry }
}

/**
 * Name, password and default country; the e-mail cannot be changed [2.account] [5.profile.email].
 */
export function ProfileForm() {
  const { t } = useTranslation()
  const user = useUser()
  const form = useForm({ resolver: issueResolver(ProfileValues), defaultValues: startOf(user) })
  const draft = useProfileDraft(form)
  const { control, handleSubmit, watch, reset, clearErrors } = form
  const { mutate, isPending, error } = useSave((saved) => {
    reset(startOf(saved))
    draft.forget()
  })
  usePlacedIssues(form, error, isPending)
  const { isDirty } = form.formState
  const mayChange = useMay('workspace:write')
  const country = useCountryName(user.defaultCountry)
  const newPassword = watch('password') !== ''
  useEffect(() => {
    if (!newPassword) clearErrors('confirmation')
  }, [newPassword, clearErrors])
  return (
    <Card className="min-w-0" aria-label={t('Profile')}>
      <LeaveGuard
        active={isDirty}
        lost={t('Your changes to your profile will be lost.')}
        onLeave={draft.forget}
      />
      <FormProvider {...form}>
        <form noValidate onSubmit={handleSubmit((values) => mutate(values))}>
          <fieldset disabled={isPending}>
            <div className={sections}>
              <TextField
                name="name"
                label={t('Name')}
                autoComplete="name"
                maxLength={NAME_MAX_LENGTH}
              />
              <Field label={t('Email')} hint={t('Your email cannot be changed.')}>
                <Input type="email" readOnly value={user.email} autoComplete="username" />
              </Field>
            </div>
            <div className={`${sections} border-t`}>
              <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
                <TextField
                  name="password"
                  label={t('New password')}
                  optional
                  hint={t(
                    'At least {min} characters. Leave empty to keep your password.',
                    PASSWORD_LENGTH,
                  )}
                  box={PasswordInput}
                  autoComplete="new-password"
                />
                <TextField
                  name="confirmation"
                  label={t('Confirm password')}
                  box={PasswordInput}
                  autoComplete="new-password"
                  disabled={!newPassword}
                />
              </div>
              {newPassword && (
                <TextField
                  name="currentPassword"
                  label={t('Current password')}
                  hint={t('Confirms that it is you who sets the new password.')}
                  box={PasswordInput}
                  autoComplete="current-password"
                />
              )}
            </div>
            <div className={`${sections} border-t`}>
              <Field
                label={t('Default country')}
                hint={
                  mayChange
                    ? t('Used for phone numbers without a country code.')
                    : t(
                        'Used for phone numbers without a country code. Owners and managers of the workspace choose it.',
                      )
                }
              >
                {mayChange ? (
                  <Controller
                    control={control}
                    name="defaultCountry"
                    render={({ field: { value, onChange, onBlur } }) => (
                      <CountrySelect value={value ?? ''} onValueChange={onChange} onBlur={onBlur} />
                    )}
                  />
                ) : (
                  <Input readOnly value={country} />
                )}
              </Field>
            </div>
          </fieldset>
          <div className="flex justify-end rounded-b-lg border-t bg-muted/40 px-5 py-3.5 sm:px-6">
            <Button type="submit" variant="primary" busy={isPending} busyText={t('Saving...')}>
              {t('Save Changes')}
            </Button>
          </div>
        </form>
      </FormProvider>
    </Card>
  )
}

/** In the chosen language. */
function useCountryName(code: string): string {
  const { i18n } = useTranslation()
  return new Intl.DisplayNames(i18n.language, { type: 'region' }).of(code) ?? code
}

/** Keeps a draft across a reload or the end of the session; passwords are never stored. */
function useProfileDraft(form: ProfileFormOf) {
  return useDraft({
    name: 'profile',
    schema: ProfileDraft,
    form,
    toDraft: ({ name, defaultCountry }) => ({ name, defaultCountry }),
    putBack: ({ name, defaultCountry }) => {
      form.setValue('name', name, { shouldDirty: true })
      form.setValue('defaultCountry', defaultCountry, { shouldDirty: true })
    },
    atOnce: true,
  })
}

/** Saves the profile and stores the returned session [4.auth.profile] [8.profile]. */
function useSave(onSaved: (session: Session) => void) {
  const { t } = useTranslation()
  const { updateSession } = useAuth()
  const { token } = useUser()
  return useSingleMutation({
    mutationFn: ({ confirmation: _, ...body }: z.output<typeof ProfileValues>) =>
      request(updateProfile, { body }),
    onMutate: () => ({ usedToken: token }),
    onSuccess: (session, _values, { usedToken }) => {
      updateSession(session, usedToken)
      onSaved(session)
      toast({ title: t('Your profile is saved.'), tone: 'success' })
    },
    onError: (error, { password }) => {
      const reason = messageOf(error, t('Error updating profile.'))
      toast({
        title: t('Failed: {reason}', { reason }),
        tone: 'error',
        ...(password &&
          isUnanswered(error) && {
            description: t(
              'The server did not respond, so your password may already be changed. If you are asked to sign in, try the new one first.',
            ),
          }),
      })
    },
  })
}
