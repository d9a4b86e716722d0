import { zodResolver } from '@hookform/resolvers/zod'
import { type Contact, ContactDetails } from '@kirim/contract/contacts'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useTellDirty } from '#shared/forms/use-close-question.tsx'
import { PersonFields } from './person-fields.tsx'
import { phoneForDisplay } from './phone-display.ts'
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
            onSubmit={(changes, refuseNumber) =>
              change.mutate({ id: contact._id, changes, refuseNumber })
            }
          />
        )
      }
    </FormDialog>
  )
}

interface EditFormProps extends FormInDialog {
  contact: Contact
  onSubmit: (details: ContactDetails, refuseNumber: (message: string) => void) => void
}

function EditForm({ id, onDirty, contact, onSubmit }: EditFormProps) {
  const form = useForm({
    resolver: zodResolver(ContactDetails),
    defaultValues: { name: contact.name, phoneNumber: phoneForDisplay(contact.phoneNumber) },
  })
  useTellDirty(form.formState.isDirty, onDirty)
  const refuseNumber = (message: string) =>
    form.setError('phoneNumber', { message }, { shouldFocus: true })
  return (
    <FormProvider {...form}>
      <form
        id={id}
        onSubmit={form.handleSubmit((details) => onSubmit(details, refuseNumber))}
        noValidate
        className="grid gap-4"
      >
        <PersonFields />
      </form>
    </FormProvider>
  )
}
