import {
  type AddedContact,
  type ContactGroup,
  createContact,
  NewContact,
} from '@kirim/contract/contacts'
import { Controller, FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { fieldProblem } from '#shared/forms/field-issue.ts'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useDraft, useForgetDraft } from '#shared/forms/use-draft.ts'
import { toast } from '#shared/toast/toast.ts'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { useContactsRefresh } from '../contact-queries.ts'
import { PersonFields } from './person-fields.tsx'
import { useContactChanges } from './use-contact-changes.ts'

const DRAFT = 'contact'
const ContactDraft = z.object({
  name: z.string(),
  phoneNumber: z.string(),
  groupId: z.optional(z.string()),
})

interface AddContactDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  groups: readonly ContactGroup[]
  /** The initial group; null for none. */
  groupId: string | null
}

export function AddContactDialog({ open, onOpenChange, ...form }: AddContactDialogProps) {
  const { t } = useTranslation()
  const refresh = useContactsRefresh()
  const forgetDraft = useForgetDraft(DRAFT)
  const close = () => {
    forgetDraft()
    onOpenChange(false)
  }
  const tell = useAddedToast(form.groups)
  const add = useSingleMutation({
    mutationFn: ({ contact }: Adding) => request(createContact, { body: contact }),
    onSuccess: async (added, { contact }) => {
      tell(added, contact)
      close()
      await refresh()
    },
    onError: (error, { place }) => {
      if (place(error)) return
      toast({ title: messageOf(error, t('Failed to add contact.')), tone: 'error' })
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t('Add Contact Manually')}
      description={t('A number that is already in your contacts keeps its name.')}
      action={t('Add contact')}
      busy={add.isPending}
      busyText={t('Adding...')}
    >
      {(inDialog) => (
        <ContactForm {...form} {...inDialog} onSubmit={(adding) => add.mutate(adding)} />
      )}
    </FormDialog>
  )
}

/** Reports the result: a known contact keeps the old name, and the new one is offered. */
function useAddedToast(groups: readonly ContactGroup[]) {
  const { t } = useTranslation()
  const change = useContactChanges()
  return ({ _id, name, known }: AddedContact, asked: NewContact) => {
    if (!known) return toast({ title: t('{name} added.', { name }), tone: 'success' })
    const group = groups.find((each) => each._id === asked.groupId)?.groupName
    const inGroup = group && { description: t('{name} is in the group {group}.', { name, group }) }
    if (name === asked.name) {
      return toast({ title: t('{name} is already in your contacts.', { name }), ...inGroup })
    }
    return toast({
      title: t('{name} is already in your contacts; the name was kept.', { name }),
      ...inGroup,
      action: {
        label: t('Use the new name'),
        onSelect: () => change.mutate({ id: _id, changes: { name: asked.name } }),
      },
    })
  }
}

interface Adding {
  contact: NewContact
  /** Shows the server's issues at the fields; false when they are about something else. */
  place: (error: unknown) => boolean
}

const NO_GROUP = 'none'

interface ContactFormProps extends Pick<AddContactDialogProps, 'groups' | 'groupId'>, FormInDialog {
  onSubmit: (adding: Adding) => void
}

/**
 * Mounted only while the dialog is open: each opening starts empty, except after a crash or a
 * reload.
 */
function ContactForm({ id, onDirty, groups, groupId, onSubmit }: ContactFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: issueResolver(NewContact),
    defaultValues: { name: '', phoneNumber: '', groupId: groupId ?? undefined },
  })
  useDraft({
    name: DRAFT,
    schema: ContactDraft,
    form,
    toDraft: (values) => values,
    putBack: (kept) => {
      const known = groups.some(({ _id }) => _id === kept.groupId)
      const values = { ...kept, groupId: known ? kept.groupId : undefined }
      form.reset(values, { keepDefaultValues: true })
    },
    atOnce: true,
  })
  const { control, handleSubmit, formState } = form
  useReportDirty(formState.isDirty, onDirty)
  const place = (error: unknown) => placeIssues(form, error)
  const submit = handleSubmit((contact) => onSubmit({ contact, place }))
  const options = groups.map((group) => ({ value: group._id, label: group.groupName }))
  return (
    <FormProvider {...form}>
      <form id={id} onSubmit={submit} noValidate className="grid gap-4">
        <PersonFields />
        <Controller
          control={control}
          name="groupId"
          render={({ field, fieldState }) => (
            <Field label={t('Contact group')} optional error={fieldProblem(fieldState.error)}>
              <Select
                value={field.value ?? NO_GROUP}
                onValueChange={(value) => field.onChange(value === NO_GROUP ? undefined : value)}
                onBlur={field.onBlur}
                options={[{ value: NO_GROUP, label: t('No group') }, ...options]}
              />
            </Field>
          )}
        />
      </form>
    </FormProvider>
  )
}
