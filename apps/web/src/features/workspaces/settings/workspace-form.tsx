import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { changeWorkspace, type Workspace } from '@kirim/contract/workspaces'
import { useEffect } from 'react'
import { Controller, FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CountrySelect } from '#shared/forms/country-select.tsx'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { usePlacedIssues } from '#shared/forms/place-issues.ts'
import { TextField } from '#shared/forms/text-field.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { Field } from '#shared/ui/field.tsx'
import { useChangeWorkspace } from './use-change-workspace.ts'

function startOf({ name, defaultCountry }: Workspace) {
  return { name, defaultCountry }
}

/** The name of the workspace and the country of its contacts. */
export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: issueResolver(changeWorkspace.body),
    defaultValues: startOf(workspace),
  })
  const { control, handleSubmit, reset } = form
  const { isDirty } = form.formState
  const { mutate, isPending, error } = useChangeWorkspace(t('The workspace is saved.'))
  usePlacedIssues(form, error, isPending)
  const { name, defaultCountry } = workspace
  // Somebody else may have changed it meanwhile; what is being typed stays.
  useEffect(() => {
    reset({ name, defaultCountry }, { keepDirtyValues: true })
  }, [name, defaultCountry, reset])
  return (
    <Card className="min-w-0" aria-label={t('Workspace')}>
      <LeaveGuard
        active={isDirty}
        lost={t('Your changes to the workspace will be lost.')}
        onLeave={() => undefined}
      />
      <FormProvider {...form}>
        <form noValidate onSubmit={handleSubmit((values) => mutate(values))}>
          <fieldset disabled={isPending} className="flex flex-col gap-4 p-5">
            <TextField name="name" label={t('Name')} maxLength={NAME_MAX_LENGTH} />
            <Field
              label={t('Default country')}
              hint={t('Used for phone numbers without a country code.')}
            >
              <Controller
                control={control}
                name="defaultCountry"
                render={({ field: { value, onChange, onBlur } }) => (
                  <CountrySelect value={value ?? ''} onValueChange={onChange} onBlur={onBlur} />
                )}
              />
            </Field>
          </fieldset>
          <div className="flex justify-end rounded-b-lg border-t bg-muted/40 px-5 py-3.5">
            <Button type="submit" variant="primary" busy={isPending} busyText={t('Saving...')}>
              {t('Save Changes')}
            </Button>
          </div>
        </form>
      </FormProvider>
    </Card>
  )
}
