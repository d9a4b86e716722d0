import {
  type ContactField,
  type ContactTag,
  deleteContactField,
  deleteContactTag,
  FIELD_LABEL_MAX_LENGTH,
  listContactFields,
  listContactTags,
  renameContactField,
  renameContactTag,
  TAG_MAX_LENGTH,
} from '@kirim/contract/contact-details'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { useContactsRefresh } from '../contact-queries.ts'
import { RenameRow } from './rename-row.tsx'

interface DetailsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A field or a tag, as both are listed here. */
interface Detail {
  kind: 'field' | 'tag'
  id: string
  name: string
  /** What stands in brackets in a text; empty for a tag. */
  key: string
}

/** The fields and tags of contacts, to rename and to delete. */
export function DetailsDialog({ open, onOpenChange }: DetailsDialogProps) {
  // Each opening starts with nothing being renamed.
  return open ? <OpenDetailsDialog onClose={() => onOpenChange(false)} /> : null
}

function OpenDetailsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const fields = useQuery(callQuery(listContactFields))
  const tags = useQuery(callQuery(listContactTags))
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
            empty={t('No fields yet. Use a field such as City in a message as [city].')}
            details={fields.data.map(ofField)}
          />
          <DetailList
            title={t('Tags')}
            empty={t('No tags yet. Open a contact, or select several, to add one.')}
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
  /** What is said when there are none. */
  empty: ReactNode
  details: readonly Detail[]
}

function DetailList({ title, empty, details }: DetailListProps) {
  const [renamed, setRenamed] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<Detail | null>(null)
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 text-caption font-medium text-muted-foreground">{title}</h3>
      {details.length === 0 && <p className="text-caption text-muted-foreground">{empty}</p>}
      {details.length > 0 && (
        <ul className="divide-y border-y">
          {details.map((detail) => (
            <li key={detail.id} className="py-1.5">
              {renamed === detail.id ? (
                <RenameRow
                  name={detail.name}
                  maxLength={detail.kind === 'field' ? FIELD_LABEL_MAX_LENGTH : TAG_MAX_LENGTH}
                  onRename={(name) => rename(detail, name)}
                  onClose={() => setRenamed(null)}
                />
              ) : (
                <DetailRow
                  detail={detail}
                  onRename={() => setRenamed(detail.id)}
                  onDelete={() => setDeleted(detail)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <DeletionQuestion detail={deleted} onClose={() => setDeleted(null)} />
    </section>
  )
}

function rename({ kind, id }: Detail, name: string): Promise<unknown> {
  const params = { id }
  return kind === 'field'
    ? request(renameContactField, { params, body: { label: name } })
    : request(renameContactTag, { params, body: { name } })
}

interface DetailRowProps {
  detail: Detail
  onRename: () => void
  onDelete: () => void
}

function DetailRow({ detail: { name, key }, onRename, onDelete }: DetailRowProps) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1 py-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        {key && (
          <p className="text-xs wrap-anywhere text-muted-foreground">
            {t('Placeholder:')} <span className="font-mono">{`[${key}]`}</span>
          </p>
        )}
      </div>
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
    </div>
  )
}

/** Says what becomes of texts, segments and contacts. */
function DeletionQuestion({ detail, onClose }: { detail: Detail | null; onClose: () => void }) {
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
    onError: (error) => {
      toast({ title: messageOf(error, t('Failed to delete it.')), tone: 'error' })
      onClose()
    },
  })
  if (!detail) return null
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
      consequences={[t('Segments with a condition on it treat it as empty for everyone.')]}
      action={t('Delete')}
      busy={removal.isPending}
      busyText={t('Deleting...')}
      onConfirm={() => removal.mutate(detail)}
    />
  )
}
