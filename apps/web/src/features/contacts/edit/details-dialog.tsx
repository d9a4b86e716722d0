import {
  type ContactField,
  type ContactTag,
  ContactTagName,
  deleteContactField,
  deleteContactTag,
  FIELD_LABEL_MAX_LENGTH,
  listContactFields,
  listContactTags,
  NewContactField,
  renameContactField,
  renameContactTag,
  TAG_MAX_LENGTH,
} from '@kirim/contract/contact-details'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { EntryDialog } from '#shared/forms/entry-dialog.tsx'
import { TextField } from '#shared/forms/text-field.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { useContactsRefresh } from '../contact-queries.ts'

interface DetailsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A field or a tag. */
interface Detail {
  kind: 'field' | 'tag'
  id: string
  name: string
  /** The placeholder in a text; empty for a tag. */
  key: string
}

/** Lists the fields and tags of contacts, to rename or delete them. */
export function DetailsDialog({ open, onOpenChange }: DetailsDialogProps) {
  // Each opening starts afresh.
  return open ? <OpenDetailsDialog onClose={() => onOpenChange(false)} /> : null
}

function OpenDetailsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const fields = useQuery(callQuery(listContactFields))
  const tags = useQuery(callQuery(listContactTags))
  const mayWrite = useMay('contacts:write')
  const failed = [fields, tags].filter(({ isError, data }) => isError && !data)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="large"
      title={t('Fields and tags')}
      description={t('Extra information about contacts.')}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {failed[0] ? (
        <ErrorState
          message={messageOf(failed[0].error, t('Failed to load fields and tags.'))}
          onRetry={() => {
            for (const query of failed) void query.refetch()
          }}
          busy={failed.some(({ isFetching }) => isFetching)}
        />
      ) : fields.data && tags.data ? (
        <div className="grid grid-cols-1 gap-6">
          <DetailList
            title={t('Fields')}
            empty={
              mayWrite
                ? t('No fields yet. Use a field such as City in a message as [city].')
                : t('No fields yet.')
            }
            details={fields.data.map(ofField)}
          />
          <DetailList
            title={t('Tags')}
            empty={
              mayWrite
                ? t('No tags yet. Open a contact, or select several, to add one.')
                : t('No tags yet.')
            }
            details={tags.data.map(ofTag)}
          />
        </div>
      ) : (
        <Loading text={t('Loading fields and tags...')} />
      )}
    </Dialog>
  )
}

function ofField({ id, label, key }: ContactField): Detail {
  return { kind: 'field', id, name: label, key }
}

function ofTag({ id, name }: ContactTag): Detail {
  return { kind: 'tag', id, name, key: '' }
}

interface DetailListProps {
  title: string
  /** Shown when there are none. */
  empty: string
  details: readonly Detail[]
}

function DetailList({ title, empty, details }: DetailListProps) {
  const [task, setTask] = useState<{ does: 'rename' | 'delete'; detail: Detail } | null>(null)
  const onClose = () => setTask(null)
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 text-caption font-medium text-muted-foreground">{title}</h3>
      {details.length === 0 && <p className="text-caption text-muted-foreground">{empty}</p>}
      {details.length > 0 && (
        <ul className="divide-y border-y">
          {details.map((detail) => (
            <DetailRow
              key={detail.id}
              detail={detail}
              onRename={() => setTask({ does: 'rename', detail })}
              onDelete={() => setTask({ does: 'delete', detail })}
            />
          ))}
        </ul>
      )}
      {task?.does === 'rename' && <RenameDialog detail={task.detail} onClose={onClose} />}
      {task?.does === 'delete' && <DeletionDialog detail={task.detail} onClose={onClose} />}
    </section>
  )
}

function RenameDialog({ detail: { kind, id, name }, onClose }: DetailDialogProps) {
  const { t } = useTranslation()
  const refresh = useContactsRefresh()
  const params = { id }
  const dialog = {
    open: true,
    onClose,
    title: t('Rename {name}', { name }),
    description: t('Extra information about contacts.'),
    action: t('Save'),
    onSent: refresh,
    failure: t('Failed to rename {name}.', { name }),
  }
  const label = t('New name of {name}', { name })
  return kind === 'field' ? (
    <EntryDialog
      {...dialog}
      schema={NewContactField}
      defaultValues={{ label: name }}
      send={(body) => request(renameContactField, { params, body })}
    >
      <TextField name="label" label={label} maxLength={FIELD_LABEL_MAX_LENGTH} />
    </EntryDialog>
  ) : (
    <EntryDialog
      {...dialog}
      schema={ContactTagName}
      defaultValues={{ name }}
      send={(body) => request(renameContactTag, { params, body })}
    >
      <TextField name="name" label={label} maxLength={TAG_MAX_LENGTH} />
    </EntryDialog>
  )
}

interface DetailDialogProps {
  detail: Detail
  onClose: () => void
}

interface DetailRowProps {
  detail: Detail
  onRename: () => void
  onDelete: () => void
}

function DetailRow({ detail: { name, key }, onRename, onDelete }: DetailRowProps) {
  const { t } = useTranslation()
  return (
    <li className="flex items-center gap-1 py-1.5">
      <div className="min-w-0 flex-1 py-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        {key && (
          <p className="text-xs wrap-anywhere text-muted-foreground">
            {t('Placeholder:')} <span className="font-mono">{`[${key}]`}</span>
          </p>
        )}
      </div>
      <Allowed to="contacts:write">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('Rename {name}', { name })}
          title={t('Rename {name}', { name })}
          onClick={onRename}
        >
          <Pencil aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('Delete {name}', { name })}
          title={t('Delete {name}', { name })}
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </Allowed>
    </li>
  )
}

/** Confirms a deletion and explains its effect on messages, segments and contacts. */
function DeletionDialog({ detail, onClose }: DetailDialogProps) {
  const { t } = useTranslation()
  const refresh = useContactsRefresh()
  const removal = useSingleMutation({
    mutationFn: ({ kind, id }: Detail) =>
      request(kind === 'field' ? deleteContactField : deleteContactTag, { params: { id } }),
    onSuccess: async (_answer, { kind }) => {
      toast({
        title: kind === 'field' ? t('Field deleted.') : t('Tag deleted.'),
        tone: 'success',
      })
      onClose()
      await refresh()
    },
    onError: (error, { name }) => {
      toast({ title: messageOf(error, t('Failed to delete {name}.', { name })), tone: 'error' })
      onClose()
    },
  })
  const { kind, name, key } = detail
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        kind === 'field'
          ? t('Delete the field {name}?', { name })
          : t('Delete the tag {name}?', { name })
      }
      description={
        kind === 'field'
          ? t('Its values are deleted too. Messages leave [{key}] blank.', { key })
          : t('Contacts with this tag are not deleted.')
      }
      consequences={[t('Segments that use it treat it as empty for everyone.')]}
      action={t('Delete')}
      busy={removal.isPending}
      busyText={t('Deleting...')}
      onConfirm={() => removal.mutate(detail)}
    />
  )
}
