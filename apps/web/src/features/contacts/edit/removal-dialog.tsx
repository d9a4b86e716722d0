import { contactUse, groupUse } from '@kirim/contract/contacts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useCampaignCounts } from '#shared/deletion/campaign-counts.ts'
import { useConsequences } from '#shared/deletion/use-consequences.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import type { Removal } from './use-removal.ts'

interface RemovalDialogProps {
  removal: Removal
  busy: boolean
  onConfirm: (leaveCampaigns: boolean) => void
  onCancel: () => void
}

/** Confirms the removal of a contact, a membership or a group. */
export function RemovalDialog({ removal, busy, onConfirm, onCancel }: RemovalDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [leaveCampaigns, setLeaveCampaigns] = useState(false)
  const consequences = useCampaignConsequences(removal, leaveCampaigns)
  const name = removal.kind === 'group' ? '' : removal.contact.name
  const group = removal.kind === 'contact' ? '' : removal.group.groupName
  const isSegment = removal.kind === 'group' && removal.group.filter
  const words = {
    contact: {
      title: t('Delete contact'),
      description: t('{name} is deleted from your contacts and from every group.', { name }),
    },
    membership: {
      title: t('Remove from group'),
      description: t('{name} is removed from {group} but stays in your contacts.', { name, group }),
    },
    group: isSegment
      ? {
          title: t('Delete segment'),
          description: t('The segment {group} is deleted. Its contacts stay in All Contacts.', {
            group,
          }),
        }
      : {
          title: t('Delete group'),
          description: t('The group {group} is deleted. Its contacts stay in All Contacts.', {
            group,
          }),
        },
  }[removal.kind]
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onCancel()}
      {...words}
      consequences={consequences}
      action={removal.kind === 'membership' ? t('Remove') : t('Delete')}
      busy={busy}
      busyText={t('Deleting...')}
      onConfirm={() => onConfirm(leaveCampaigns)}
    >
      {consequences && consequences.length > 0 && removal.kind !== 'group' && (
        <div className="mt-4 flex items-center gap-2.5">
          <Switch id={id} checked={leaveCampaigns} onCheckedChange={setLeaveCampaigns} />
          <label htmlFor={id} className="text-caption font-medium wrap-anywhere">
            {t('Remove {name} from these campaigns too', { name })}
          </label>
        </div>
      )}
    </ConfirmDialog>
  )
}

/** Campaigns keep the people they were saved with; a contact leaves them only on request. */
function useCampaignConsequences(removal: Removal, leaving: boolean): readonly string[] | null {
  const { t } = useTranslation()
  const countsOf = useCampaignCounts()
  const isGroup = removal.kind === 'group'
  const name = isGroup ? '' : removal.contact.name
  return useConsequences({
    query: isGroup
      ? callQuery(groupUse, { params: { id: removal.group._id } })
      : callQuery(contactUse, { params: { id: removal.contact._id } }),
    open: true,
    say: (use) => {
      const counts = countsOf(use, ['running', 'waiting', 'paused'])
      if (!counts) return []
      if (isGroup) {
        return [t('Campaigns saved with this group: {counts}. They keep its people.', { counts })]
      }
      const person = { counts, name }
      return [
        leaving
          ? t(
              'Campaigns that have not messaged {name} yet: {counts}. They will skip {name}.',
              person,
            )
          : t(
              'Campaigns that have not messaged {name} yet: {counts}. {name} stays in them.',
              person,
            ),
      ]
    },
    otherwise: isGroup
      ? t('Campaigns saved with this group keep its people.')
      : t('Campaigns already saved keep this person.'),
  })
}
