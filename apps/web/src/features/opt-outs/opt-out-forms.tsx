import {
  addOptOut,
  NewOptOut,
  OPT_OUT_REASON_MAX_LENGTH,
  type OptOut,
  OptOutRemoval,
  removeOptOut,
} from '@kirim/contract/opt-outs'
import { useTranslation } from 'react-i18next'
import { request } from '#shared/api/request.ts'
import { EntryDialog } from '#shared/forms/entry-dialog.tsx'
import { TextField } from '#shared/forms/text-field.tsx'
import { toast } from '#shared/toast/toast.ts'
import { useOptOutsRefresh } from './opt-out-queries.ts'

interface AddOptOutDialogProps {
  /** The number to start with, '' for none; null closes the dialog. */
  phoneNumber: string | null
  onClose: () => void
}

export function AddOptOutDialog({ phoneNumber, onClose }: AddOptOutDialogProps) {
  const { t } = useTranslation()
  const refresh = useOptOutsRefresh()
  return (
    <EntryDialog
      open={phoneNumber !== null}
      onClose={onClose}
      title={t('Add a number')}
      description={t('Campaigns and chatbots no longer message this person.')}
      action={t('Add')}
      busyText={t('Adding...')}
      schema={NewOptOut}
      defaultValues={{ phoneNumber: phoneNumber ?? '', reason: '' }}
      send={(body) => request(addOptOut, { body })}
      onSent={async ({ name, phoneNumber }) => {
        toast({ title: t('{name} opted out.', { name: name || phoneNumber }), tone: 'success' })
        await refresh()
      }}
      failure={t('Failed to add the number.')}
    >
      <TextField
        name="phoneNumber"
        label={t('Phone Number')}
        hint={t('With the country code, or as dialled in your country.')}
        type="tel"
        placeholder="601xxxxxxxx"
        maxLength={100}
      />
      <TextField
        name="reason"
        label={t('Reason')}
        optional
        rows={2}
        maxLength={OPT_OUT_REASON_MAX_LENGTH}
        placeholder={t('e.g. Asked at the counter')}
      />
    </EntryDialog>
  )
}

interface RemovalDialogProps {
  /** Null closes the dialog. */
  person: OptOut | null
  onClose: () => void
}

/** Opts somebody back in, which needs a reason. */
export function RemovalDialog({ person, onClose }: RemovalDialogProps) {
  const { t } = useTranslation()
  const refresh = useOptOutsRefresh()
  return (
    <EntryDialog
      open={person !== null}
      onClose={onClose}
      title={t('Opt {name} back in?', {
        name: (person && displayName(person)) || t('this person'),
      })}
      description={t(
        'Campaigns and chatbots will message this person again. Do this only if they asked for it.',
      )}
      action={t('Opt back in')}
      schema={OptOutRemoval}
      defaultValues={{ reason: '' }}
      send={(body) => request(removeOptOut, { params: { id: person?.id ?? '' }, body })}
      onSent={async (removed) => {
        const name = displayName(removed) || t('This person')
        toast({ title: t('{name} opted back in.', { name }), tone: 'success' })
        await refresh()
      }}
      failure={t('Failed to opt this person back in.')}
      // Somebody else may have changed the list.
      onFailed={refresh}
    >
      <TextField
        name="reason"
        label={t('Reason')}
        hint={t('The reason is saved with the change.')}
        rows={3}
        maxLength={OPT_OUT_REASON_MAX_LENGTH}
      />
    </EntryDialog>
  )
}

/** Empty when nothing is known. */
function displayName({ name, phoneNumber, username }: OptOut): string {
  return name || phoneNumber || (username && `@${username}`)
}
