import {
  type AddedContact,
  type Contact,
  ContactDetails,
  type ContactGroup,
  createContact,
  NewContact,
  updateContact,
} from '@kirim/contract/contacts'
import { isMaskedNumber } from '@kirim/contract/person-number'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { EntryDialog } from '#shared/forms/entry-dialog.tsx'
import { fieldProblem } from '#shared/forms/field-issue.ts'
import { TextField } from '#shared/forms/text-field.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { useContactsRefresh } from '../contact-queries.ts'
import { phoneForDisplay } from '../phone-display.ts'

interface AddContactDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  groups: readonly ContactGroup[]
  /** The initial group; null for none. */
  groupId: string | null
}

export function AddContactDialog({ open, onOpenChange, groups, groupId }: AddContactDialogProps) {
  const { t } = useTranslation()
  const refresh = useContactsRefresh()
  const report = useAddedToast(groups)
  return (
    <EntryDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('Add Contact Manually')}
      description={t('A number that is already in your contacts keeps its name.')}
      action={t('Add contact')}
      busyText={t('Adding...')}
      schema={NewContact}
      defaultValues={{ name: '', phoneNumber: '', groupId: groupId ?? undefined }}
      send={(body) => request(createContact, { body })}
      onSent={async (added, contact) => {
        report(added, contact)
        await refresh()
      }}
      failure={t('Failed to add contact.')}
    >
      <PersonFields />
      <GroupField groups={groups} />
    </EntryDialog>
  )
}

/** Reports the result: a known contact keeps the old name, and the new one is offered. */
function useAddedToast(groups: readonly ContactGroup[]) {
  const { t } = useTranslation()
  const refresh = useContactsRefresh()
  const rename = useSingleMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      request(updateContact, { params: { id }, body: { name } }),
    onSuccess: async ({ name }) => {
      toast({ title: t('{name} saved.', { name }), tone: 'success' })
      await refresh()
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('Failed to save contact.')), tone: 'error' })
    },
  })
  return ({ _id: id, name, known }: AddedContact, entered: NewContact) => {
    if (!known) return toast({ title: t('{name} added.', { name }), tone: 'success' })
    const group = groups.find((each) => each._id === entered.groupId)?.groupName
    const inGroup = group && { description: t('{name} is in the group {group}.', { name, group }) }
    if (name === entered.name) {
      return toast({ title: t('{name} is already in your contacts.', { name }), ...inGroup })
    }
    return toast({
      title: t('{name} is already in your contacts; the name was kept.', { name }),
      ...inGroup,
      action: {
        label: t('Use the new name'),
        onSelect: () => rename.mutate({ id, name: entered.name }),
      },
    })
  }
}

const NO_GROUP = 'none'

function GroupField({ groups }: Pick<AddContactDialogProps, 'groups'>) {
  const { t } = useTranslation()
  const options = groups.map((group) => ({ value: group._id, label: group.groupName }))
  return (
    <Controller<NewContact, 'groupId'>
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
  )
}

interface EditContactDialogProps {
  /** Null closes the dialog. */
  contact: Contact | null
  onClose: () => void
}

export function EditContactDialog({ contact, onClose }: EditContactDialogProps) {
  const { t } = useTranslation()
  const refresh = useContactsRefresh()
  return (
    <EntryDialog
      open={contact !== null}
      onClose={onClose}
      title={t('Edit contact')}
      description={t('Campaigns already saved keep the name and number they were saved with.')}
      action={t('Save')}
      schema={ContactDetails}
      defaultValues={{
        name: contact?.name ?? '',
        phoneNumber: phoneForDisplay(contact?.phoneNumber ?? ''),
      }}
      send={(body) => request(updateContact, { params: { id: contact?._id ?? '' }, body })}
      onSent={async ({ name }) => {
        toast({ title: t('{name} saved.', { name }), tone: 'success' })
        await refresh()
      }}
      failure={t('Failed to save contact.')}
    >
      <PersonFields isHidden={isMaskedNumber(contact?.phoneNumber ?? '')} />
    </EntryDialog>
  )
}

/** A hidden number stays as it is. */
function PersonFields({ isHidden = false }: { isHidden?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField name="name" label={t('Name')} maxLength={200} />
      <TextField
        name="phoneNumber"
        label={t('Phone Number')}
        readOnly={isHidden}
        hint={
          isHidden ? t('Number hidden') : t('With the country code, or as dialled in your country.')
        }
        type="tel"
        placeholder="601xxxxxxxx"
        maxLength={100}
      />
    </>
  )
}
