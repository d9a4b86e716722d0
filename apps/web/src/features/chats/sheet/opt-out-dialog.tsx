import { changeContacts } from '@kirim/contract/contact-selection'
import { addOptOut, COME_BACK_WORDS, OPT_OUT_REASON_MAX_LENGTH } from '@kirim/contract/opt-outs'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { FormDialog } from '#shared/forms/form-dialog.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Field } from '#shared/ui/field.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { useContactRefresh } from './contact-queries.ts'

interface OptOutDialogProps {
  open: boolean
  /** Null for a person who is not a contact, who is named by the number. */
  contactId: string | null
  phoneNumber: string
  onClose: () => void
}

/** Leaves a person alone from now on. */
export function OptOutDialog({ open, contactId, phoneNumber, onClose }: OptOutDialogProps) {
  const { t } = useTranslation()
  const refresh = useContactRefresh()
  const optOut = useSingleMutation<unknown, string>({
    mutationFn: (reason) =>
      contactId === null
        ? request(addOptOut, { body: { phoneNumber, reason } })
        : request(changeContacts, {
            body: {
              who: { by: 'ids', ids: [contactId] },
              change: { does: 'optOut', reason },
            },
          }),
    async onSuccess() {
      onClose()
      await refresh()
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('Failed to change the contacts.')), tone: 'error' })
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('Leave this person alone?')}
      description={t('Campaigns and chatbots no longer message them.')}
      action={t('Opt out')}
      danger
      busy={optOut.isPending}
    >
      {({ id }) => open && <ReasonForm id={id} onSubmit={optOut.mutate} />}
    </FormDialog>
  )
}

function ReasonForm({ id, onSubmit }: { id: string; onSubmit: (reason: string) => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(reason.trim())
  }
  return (
    <form id={id} onSubmit={submit}>
      <Field
        label={t('Reason')}
        optional
        hint={t(
          'Running campaigns skip them too. They can opt back in by sending one of these: {words}.',
          { words: COME_BACK_WORDS.join(', ') },
        )}
      >
        <Textarea
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          rows={2}
          maxLength={OPT_OUT_REASON_MAX_LENGTH}
          placeholder={t('e.g. Asked at the counter')}
        />
      </Field>
    </form>
  )
}
