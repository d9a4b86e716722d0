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
  /** What is to be removed; null closes the dialog. */
  removal: Removal | null
  busy: boolean
  onConfirm: (removal: Removal, leaveCampaigns: boolean) => void
  onCancel: () => void
}

/** Confirms the removal of a contact, a membership or a group, and says which. */
export function RemovalDialog({ removal, busy, onConfirm, onCancel }: RemovalDialogProps) {
  const { t } = useTranslation()
  const asked = useLastValue(removal)
  const [leaveCampaigns, setLeaveCampaigns] = useState(false)
  const [askedBefore, setAskedBefore] = useState(removal)
  if (removal !== askedBefore) {
    setAskedBefore(removal)
    if (removal) setLeaveCampaigns(false)
  }
  const consequences = useCampaignsOfContact(asked, removal !== null, leaveCampaigns)
  const group = asked && 'group' in asked ? asked.group.groupName : ''
  const words = {
    contact: {
      title: t('Delete contact'),
      text: t('{name} is deleted from your contacts and from every group.', {
        name: asked && 'contact' in asked ? asked.contact.name : '',
      }),
      action: t('Delete'),
    },
    membership: {
      title: t('Remove from group'),
      text: t('{name} is removed from {group} but stays in your contacts.', {
        name: asked && 'contact' in asked ? asked.contact.name : '',
        group,
      }),
      action: t('Remove'),
    },
    group: isSegment(asked)
      ? {
          title: t('Delete segment'),
          text: t('The segment {group} is deleted. Its contacts stay in All Contacts.', { group }),
          action: t('Delete'),
        }
      : {
          title: t('Delete group'),
          text: t('The group {group} is deleted. Its contacts stay in All Contacts.', { group }),
          action: t('Delete'),
        },
  }[asked?.kind ?? 'contact']
  return (
    <ConfirmDialog
      open={removal !== null}
      onOpenChange={(open) => !open && onCancel()}
      title={words.title}
      description={words.text}
      consequences={consequences}
      action={words.action}
      busy={busy}
      busyText={t('Deleting...')}
      onConfirm={() => removal && onConfirm(removal, leaveCampaigns)}
    >
      {consequences && consequences.length > 0 && asked && 'contact' in asked && (
        <LeaveSwitch
          name={asked.contact.name}
          value={leaveCampaigns}
          onChange={setLeaveCampaigns}
        />
      )}
    </ConfirmDialog>
  )
}

function isSegment(removal: Removal | null): boolean {
  return removal?.kind === 'group' && removal.group.filter !== undefined
}

interface LeaveSwitchProps {
  name: string
  value: boolean
  onChange: (value: boolean) => void
}

function LeaveSwitch({ name, value, onChange }: LeaveSwitchProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="mt-4 flex items-center gap-2.5">
      <Switch id={id} checked={value} onCheckedChange={onChange} />
      <label htmlFor={id} className="text-caption font-medium wrap-anywhere">
        {t('Remove {name} from these campaigns too', { name })}
      </label>
    </div>
  )
}

/**
 * The campaigns of a contact: their people were frozen when they were saved, so a contact leaves
 * them only on request.
 */
function useCampaignsOfContact(
  asked: Removal | null,
  open: boolean,
  leaving: boolean,
): readonly string[] | null {
  const { t } = useTranslation()
  const countsOf = useCampaignCounts()
  const ofGroup = asked?.kind === 'group'
  const name = asked && 'contact' in asked ? asked.contact.name : ''
  return useConsequences({
    query: ofGroup
      ? callQuery(groupUse, { params: { id: asked.group._id } })
      : callQuery(contactUse, { params: { id: asked?.contact._id ?? '' } }),
    open,
    say: (use) => {
      const counts = countsOf(use, ['running', 'waiting', 'paused'])
      if (!counts) return []
      if (ofGroup) {
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
    otherwise: ofGroup
      ? t('Campaigns saved with this group keep its people.')
      : t('Campaigns already saved keep this person.'),
  })
}

/** Keeps the dialog's text while it closes. */
function useLastValue<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
