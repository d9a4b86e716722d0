import { listContactTags, TagName } from '@kirim/contract/contact-details'
import type { SelectionChange } from '@kirim/contract/contact-selection'
import type { ContactGroup } from '@kirim/contract/contacts'
import { COME_BACK_WORDS, OPT_OUT_REASON_MAX_LENGTH } from '@kirim/contract/opt-outs'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { Select } from '#shared/ui/select.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { TagInput } from './tag-input.tsx'
import { type Confirmed, type TaskDialogProps, ValueDialog } from './value-dialog.tsx'

/** A change of the selected contacts. */
export type SelectionTask = Exclude<SelectionChange['does'], 'optIn'>

interface GroupTaskProps extends TaskDialogProps {
  /** Groups that are filled by hand. */
  groups: readonly ContactGroup[]
  /** The group that is shown. */
  groupId: string | null
}

interface SelectionDialogsProps extends GroupTaskProps {
  /** Null closes the dialog. */
  task: SelectionTask | null
}

/** Asks which tag or group, why to opt people out, or whether to delete them. */
export function SelectionDialogs({ task, ...props }: SelectionDialogsProps) {
  switch (task) {
    case null:
      return null
    case 'tag':
      return <AddTagDialog {...props} />
    case 'untag':
      return <RemoveTagDialog {...props} />
    case 'join':
    case 'leave':
      return <GroupDialog key={task} does={task} {...props} />
    case 'optOut':
      return <OptOutDialog {...props} />
    case 'delete':
      return <DeletionDialog {...props} />
  }
}

function AddTagDialog(props: TaskDialogProps) {
  const { t } = useTranslation()
  return (
    <ValueDialog
      {...props}
      title={t('Add a tag')}
      action={t('Add')}
      label={t('Tag')}
      missing={t('Write the tag.')}
      control={(value, onValue) => <TagInput value={value} onValue={onValue} />}
      changeFor={(value): Confirmed | null => {
        const tag = TagName.safeParse(value).data?.trim()
        if (!tag) return null
        return {
          change: { does: 'tag', name: tag },
          done: (n) => t('Tag {tag} added: {n}.', { n, tag }),
        }
      }}
    />
  )
}

function RemoveTagDialog(props: TaskDialogProps) {
  const { t } = useTranslation()
  const tags = useQuery(callQuery(listContactTags)).data ?? []
  return (
    <ValueDialog
      {...props}
      title={t('Remove a tag')}
      action={t('Remove')}
      label={t('Tag')}
      missing={t('Choose a tag')}
      control={(value, onValue) => (
        <Select
          value={value}
          options={tags.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={tags.length === 0 ? t('No tags yet.') : t('Choose a tag')}
          disabled={tags.length === 0}
          onValueChange={onValue}
        />
      )}
      changeFor={(tagId): Confirmed | null => {
        const tag = tags.find(({ id }) => id === tagId)?.name
        if (!tag) return null
        return {
          change: { does: 'untag', tagId },
          done: (n) => t('Tag {tag} removed: {n}.', { n, tag }),
        }
      }}
    />
  )
}

function GroupDialog({
  does,
  groups,
  groupId,
  ...props
}: GroupTaskProps & { does: 'join' | 'leave' }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <ValueDialog
      {...props}
      title={does === 'join' ? t('Add to a group') : t('Remove from a group')}
      action={does === 'join' ? t('Add') : t('Remove')}
      label={t('Contact group')}
      missing={t('No Group Selected')}
      first={(does === 'leave' && groupId) || ''}
      control={(value, onValue) => (
        <Select
          value={value}
          options={groups.map(({ _id, groupName, contactCount }) => ({
            value: _id,
            label: groupName,
            detail: number(contactCount),
          }))}
          placeholder={groups.length === 0 ? t('No contact groups found.') : t('Choose a group')}
          disabled={groups.length === 0}
          onValueChange={onValue}
        />
      )}
      changeFor={(chosen): Confirmed | null => {
        const group = groups.find(({ _id }) => _id === chosen)?.groupName
        if (group === undefined) return null
        return {
          change: { does, groupId: chosen },
          done: (n) =>
            does === 'join'
              ? t('Added to {group}: {n}.', { n, group })
              : t('Removed from {group}: {n}.', { n, group }),
        }
      }}
    />
  )
}

/** Asks why people are opted out. */
export function OptOutDialog(props: TaskDialogProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <ValueDialog
      {...props}
      title={
        props.count === null
          ? t('Opt out everyone in this list?')
          : t('Opt out {n} contacts?', { count: props.count, n: number(props.count) })
      }
      description={t('Campaigns and chatbots no longer message them.')}
      action={t('Opt out')}
      label={t('Reason')}
      optional
      hint={t(
        'Running campaigns skip them too. They can opt back in by sending one of these: {words}.',
        { words: COME_BACK_WORDS.join(', ') },
      )}
      control={(value, onValue) => (
        <Textarea
          value={value}
          onChange={(event) => onValue(event.target.value)}
          rows={2}
          maxLength={OPT_OUT_REASON_MAX_LENGTH}
          placeholder={t('e.g. Asked at the counter')}
        />
      )}
      changeFor={(reason): Confirmed => ({
        change: { does: 'optOut', reason: reason.trim() },
        done: (n) => t('Opted out: {n}.', { n }),
      })}
    />
  )
}

function DeletionDialog({ count, onConfirm, onClose }: TaskDialogProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const id = useId()
  const [leaveCampaigns, setLeaveCampaigns] = useState(false)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        count === null
          ? t('Delete everyone in this list?')
          : t('Delete {n} contacts?', { count, n: number(count) })
      }
      description={t('They are deleted from your contacts and from every group.')}
      consequences={[
        t('People who opted out stay on the opt-out list.'),
        leaveCampaigns
          ? t('Campaigns that have not messaged them yet will skip them.')
          : t('Campaigns already saved still include them.'),
      ]}
      action={t('Delete')}
      onConfirm={() =>
        onConfirm({
          change: { does: 'delete', leaveCampaigns },
          done: (n) => t('Contacts deleted: {n}.', { n }),
        })
      }
    >
      <div className="mt-4 flex items-center gap-2.5">
        <Switch id={id} checked={leaveCampaigns} onCheckedChange={setLeaveCampaigns} />
        <label htmlFor={id} className="text-caption font-medium">
          {t('Remove them from these campaigns too')}
        </label>
      </div>
    </ConfirmDialog>
  )
}
