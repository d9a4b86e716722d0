import { listContactTags, TagName } from '@kirim/contract/contact-details'
import type { SelectionChange } from '@kirim/contract/contact-selection'
import type { ContactGroup } from '@kirim/contract/contacts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useFormat } from '#shared/i18n/format.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { OptOutQuestion } from './opt-out-question.tsx'
import { TagInput } from './tag-input.tsx'
import type { AskedChange } from './use-selection-change.ts'

/** What is to be done with the selected contacts. */
export type SelectionTask = Exclude<SelectionChange['does'], 'optIn'>

type Confirmed = Omit<AskedChange, 'who'>

interface SelectionDialogsProps {
  /** Null closes the dialog. */
  task: SelectionTask | null
  /** How many are selected; null when that is not known. */
  count: number | null
  /** Those that are filled by hand. */
  groups: readonly ContactGroup[]
  /** The group that is shown. */
  groupId: string | null
  busy: boolean
  onConfirm: (change: Confirmed) => void
  onClose: () => void
}

/** Asks which tag or group, or whether to delete. */
export function SelectionDialogs({ task, ...props }: SelectionDialogsProps) {
  if (task === null) return null
  if (task === 'delete') return <DeletionQuestion {...props} />
  if (task === 'optOut') return <OptOutQuestion {...props} />
  return <ChangeDialog key={task} task={task} {...props} />
}

interface ChangeDialogProps extends Omit<SelectionDialogsProps, 'task'> {
  task: Exclude<SelectionTask, 'delete' | 'optOut'>
}

function ChangeDialog({ task, count, groups, groupId, onConfirm, onClose }: ChangeDialogProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const words = {
    tag: { title: t('Add a tag'), action: t('Add') },
    untag: { title: t('Remove a tag'), action: t('Remove') },
    join: { title: t('Add to a group'), action: t('Add') },
    leave: { title: t('Remove from a group'), action: t('Remove') },
  }[task]
  return (
    <FormDialog
      open
      onClose={onClose}
      {...words}
      description={
        count === null
          ? t('For everyone in this list.')
          : count === 1
            ? t('For one contact.')
            : t('For {n} contacts.', { n: number(count) })
      }
      busy={false}
      busyText=""
    >
      {(form) =>
        task === 'tag' ? (
          <NewTagForm {...form} onConfirm={onConfirm} />
        ) : task === 'untag' ? (
          <OldTagForm {...form} onConfirm={onConfirm} />
        ) : (
          <GroupForm
            {...form}
            does={task}
            groups={groups}
            groupId={task === 'leave' ? groupId : null}
            onConfirm={onConfirm}
          />
        )
      }
    </FormDialog>
  )
}

type FormProps = FormInDialog & Pick<SelectionDialogsProps, 'onConfirm'>

function NewTagForm({ id, onDirty, onConfirm }: FormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  useReportDirty(name !== '', onDirty)
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const tag = TagName.safeParse(name).data?.trim()
        if (!tag) return setError(t('Write the tag.'))
        onConfirm({
          change: { does: 'tag', name: tag },
          done: (n) => t('Tag {tag} added: {n}.', { n, tag }),
        })
      }}
    >
      <Field label={t('Tag')} error={error}>
        <TagInput
          value={name}
          onValue={(next) => {
            setName(next)
            setError(undefined)
          }}
        />
      </Field>
    </form>
  )
}

function OldTagForm({ id, onConfirm }: FormProps) {
  const { t } = useTranslation()
  const tags = useQuery(callQuery(listContactTags)).data ?? []
  return (
    <ChoiceForm
      id={id}
      label={t('Tag')}
      options={tags.map((tag) => ({ value: tag.id, label: tag.name }))}
      placeholder={tags.length === 0 ? t('No tags yet.') : t('Choose a tag')}
      missing={t('Choose a tag')}
      onChoice={(tagId, tag) =>
        onConfirm({
          change: { does: 'untag', tagId },
          done: (n) => t('Tag {tag} removed: {n}.', { n, tag }),
        })
      }
    />
  )
}

interface GroupFormProps extends FormProps, Pick<SelectionDialogsProps, 'groups' | 'groupId'> {
  does: 'join' | 'leave'
}

function GroupForm({ id, does, groups, groupId, onConfirm }: GroupFormProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <ChoiceForm
      id={id}
      label={t('Contact group')}
      first={groupId}
      options={groups.map(({ _id, groupName, contactCount }) => ({
        value: _id,
        label: groupName,
        detail: number(contactCount),
      }))}
      placeholder={groups.length === 0 ? t('No contact groups found.') : t('Choose a group')}
      missing={t('No Group Selected')}
      onChoice={(chosen, group) =>
        onConfirm({
          change: { does, groupId: chosen },
          done: (n) =>
            does === 'join'
              ? t('Added to {group}: {n}.', { n, group })
              : t('Removed from {group}: {n}.', { n, group }),
        })
      }
    />
  )
}

interface ChoiceFormProps {
  id: string
  label: string
  first?: string | null
  options: readonly { value: string; label: string; detail?: string }[]
  placeholder: string
  /** What is said when nothing is chosen. */
  missing: string
  onChoice: (value: string, label: string) => void
}

function ChoiceForm({
  id,
  label,
  first,
  options,
  placeholder,
  missing,
  onChoice,
}: ChoiceFormProps) {
  const [chosen, setChosen] = useState(first ?? '')
  const [error, setError] = useState<string>()
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const option = options.find(({ value }) => value === chosen)
        if (option) onChoice(option.value, option.label)
        else setError(missing)
      }}
    >
      <Field label={label} error={error}>
        <Select
          value={chosen}
          options={options}
          placeholder={placeholder}
          disabled={options.length === 0}
          onValueChange={(next) => {
            setChosen(next)
            setError(undefined)
          }}
        />
      </Field>
    </form>
  )
}

function DeletionQuestion({
  count,
  onConfirm,
  onClose,
}: Pick<SelectionDialogsProps, 'count' | 'onConfirm' | 'onClose'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const id = useId()
  const [leaveCampaigns, setLeaveCampaigns] = useState(false)
  const title =
    count === null
      ? t('Delete everyone in this list?')
      : count === 1
        ? t('Delete one contact?')
        : t('Delete {n} contacts?', { n: number(count) })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
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
