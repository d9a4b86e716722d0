import { zodResolver } from '@hookform/resolvers/zod'
import { type ContactGroup, createContact, NewContact } from '@kirim/contract/contacts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useTellDirty } from '#shared/forms/use-close-question.tsx'
import { useDraft, useForgetDraft } from '#shared/forms/use-draft.ts'
import { problemText } from '#shared/i18n/server-text.ts'
import { toast } from '#shared/toast/toast.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import { useContactsRefresh } from './contact-queries.ts'

const DRAFT = 'contact'
const ContactDraft = z.object({
  name: z.string(),
  phoneNumber: z.string(),
  groupId: z.string().optional(),
})

interface AddContactDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  groups: readonly ContactGroup[]
  /** Chosen at first; null for no group. */
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
  const add = useSingleMutation({
    mutationFn: (body: NewContact) => request(createContact, { body }),
    onSuccess: async (contact) => {
      toast({ title: t('{name} added.', { name: contact.name }), tone: 'success' })
      close()
      await refresh()
    },
    onError: (error) =>
      toast({ title: messageOf(error, t('Failed to add contact.')), tone: 'error' }),
  })
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t('Add Contact Manually')}
      description={t('A number that is already in your contacts is kept once.')}
      action={t('Add contact')}
      busy={add.isPending}
      busyText={t('Adding...')}
    >
      {(inDialog) => (
        <ContactForm {...form} {...inDialog} onSubmit={(contact) => add.mutate(contact)} />
      )}
    </FormDialog>
  )
}

const NO_GROUP = 'none'

interface ContactFormProps extends Pick<AddContactDialogProps, 'groups' | 'groupId'>, FormInDialog {
  onSubmit: (contact: NewContact) => void
}

/** Stands only while the dialog is open: each opening starts empty, unless a crash or a reload ended the last one. */
function ContactForm({ id, onDirty, groups, groupId, onSubmit }: ContactFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: zodResolver(NewContact),
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
  const { register, control, handleSubmit, formState } = form
  useTellDirty(formState.isDirty, onDirty)
  const errorOf = (name: 'name' | 'phoneNumber') => {
    const message = formState.errors[name]?.message
    return message && problemText(message)
  }
  const options = groups.map((group) => ({ value: group._id, label: group.groupName }))
  return (
    <form id={id} onSubmit={handleSubmit(onSubmit)} noValidate className="grid gap-4">
      <Field label={t('Name')} error={errorOf('name')}>
        <Input {...register('name')} autoComplete="off" maxLength={200} />
      </Field>
      <Field
        label={t('Phone Number')}
        error={errorOf('phoneNumber')}
        hint={t('With the country code, digits only.')}
      >
        <Input
          {...register('phoneNumber')}
          type="tel"
          autoComplete="off"
          placeholder="601xxxxxxxx"
          maxLength={100}
        />
      </Field>
      <Controller
        control={control}
        name="groupId"
        render={({ field }) => (
          <Field label={t('Contact group')} optional>
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
  )
}
