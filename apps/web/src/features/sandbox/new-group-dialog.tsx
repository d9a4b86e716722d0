import { listContacts } from '@kirim/contract/contacts'
import { SANDBOX_SUBJECT_MAX, type SandboxPhone } from '@kirim/contract/sandbox'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { useRefusedFields } from '#shared/forms/use-refused-fields.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { GroupMembers } from './group-members.tsx'
import { digitsOf, isPhoneNumber } from './phone-number.ts'
import { useChats, useCreateGroup } from './use-sandbox.ts'

interface NewGroupDialogProps {
  phone: SandboxPhone
  open: boolean
  onOpenChange: (open: boolean) => void
  onMade: (groupId: string) => void
}

const CONTACTS_OFFERED = 50

/** Creates a group of the phone, its contacts and any other numbers. */
export function NewGroupDialog({ phone, open, onOpenChange, onMade }: NewGroupDialogProps) {
  const { t } = useTranslation()
  const form = useId()
  const create = useCreateGroup(phone.phoneNumber)
  const refused = useRefusedFields(create.error, ['subject', 'members'])
  const people = usePeople(phone, open)
  const [errors, setErrors] = useState<{ subject?: string; members?: string }>({})

  function change(next: boolean) {
    setErrors({})
    create.reset()
    onOpenChange(next)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const subject = String(fields.get('subject')).trim()
    const typed = String(fields.get('others'))
      .split(/[,;\n]/)
      .map(digitsOf)
      .filter((number) => number !== '')
    const members = [...new Set([...fields.getAll('member').map(String), ...typed])]
    const wrong = typed.find((number) => !isPhoneNumber(number))
    const found = {
      ...(!subject && { subject: t('Group name cannot be empty.') }),
      ...(members.length === 0 && { members: t('Choose a member or enter a number.') }),
      ...(wrong !== undefined && {
        members: t('Enter 6 to 15 digits, including the country code.'),
      }),
    }
    setErrors(found)
    create.reset()
    if (Object.keys(found).length > 0) return
    create.mutate(
      { subject, members },
      {
        onSuccess: ({ groupId }) => {
          change(false)
          onMade(groupId)
        },
      },
    )
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={t('New group')}
      description={t('{name} creates the group and can read and reply in it.', {
        name: phone.name,
      })}
      footer={
        <>
          <Button onClick={() => change(false)}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            busy={create.isPending}
            busyText={t('Creating...')}
          >
            {t('Create group')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {create.isError && !refused.complete && (
          <Alert>{messageOf(create.error, t('Could not create the group.'))}</Alert>
        )}
        <Field label={t('Group name')} error={errors.subject ?? refused.problems.subject}>
          <Input name="subject" maxLength={SANDBOX_SUBJECT_MAX} placeholder="Kawan kopi" />
        </Field>
        <GroupMembers people={people} error={errors.members ?? refused.problems.members} />
      </form>
    </Dialog>
  )
}

/** People the phone has chats with, and the user's newest contacts. */
function usePeople({ phoneNumber }: SandboxPhone, wanted: boolean) {
  const chats = useChats(phoneNumber).data ?? []
  const contacts = useQuery({
    ...callQuery(listContacts, { query: { limit: CONTACTS_OFFERED } }),
    enabled: wanted,
  })
  const people = new Map<string, string>()
  for (const { contactNumber, contactName } of chats) people.set(contactNumber, contactName)
  for (const contact of contacts.data ?? []) people.set(contact.phoneNumber, contact.name)
  people.delete(phoneNumber)
  return [...people].map(([number, name]) => ({ phoneNumber: number, name }))
}
