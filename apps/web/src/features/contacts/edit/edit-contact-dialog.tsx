import { type Contact, ContactDetails } from '@kirim/contract/contacts'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { phoneForDisplay } from '../phone-display.ts'
import { PersonFields } from './person-fields.tsx'
import { useContactChanges } from './use-contact-changes.ts'

interface EditContactDialogProps {
  /** Null closes the dialog. */
  contact: Contact | null
  onClose: () => void
}

export function EditContactDialog({ contact, onClose }: EditContactDialogProps) {
  const { t } = useTranslation()
  const change = useContactChanges(onClose)
  return (
    <FormDialog
      open={contact !== null}
      onClose={onClose}
      title={t('Edit contact')}
      description={t('Campaigns already saved keep the name and number they were saved with.')}
      action={t('Save')}
      busy={change.isPending}
      busyText={t('Saving...')}
    >
      {(inDialog) =>
        contact && (
          <EditForm
            {...inDialog}
            contact={contact}
            onSubmit={(changes, place) => change.mutate({ id: contact._id, changes, place })}
          />
        )
      }
    </FormDialog>
  )
}

interface EditFormProps extends FormInDialog {
  contact: Contact
  onSubmit: (details: ContactDetails, place: (error: unknown) => boolean) => void
}

function EditForm({ id, onDirty, contact, onSubmit }: EditFormProps) {
  const form = useForm({
    resolver: issueResolver(ContactDetails),
    defaultValues: { name: contact.name, phoneNumber: phoneForDisplay(contact.phoneNumber) },
  })
  useReportDirty(form.formState.isDirty, onDirty)
  const place = (error: unknown) => placeIssues(form, error)
  return (
    <FormProvider {...form}>
      <form
        id={id}
        onSubmit={form.handleSubmit((details) => onSubmit(details, place))}
        noValidate
        className="grid gap-4"
      >
        <PersonFields />
      </form>
    </FormProvider>
  )
}
