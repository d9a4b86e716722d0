import {
  deleteSavedText,
  type ListedText,
  loadSavedText,
  type SavedText,
} from '@kirim/contract/saved-texts'
import { type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { ListSearch } from '#shared/list/list-search.tsx'
import { useDebounced } from '#shared/list/use-debounced.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { useSavedTexts, useSavedTextsRefresh } from './saved-text-queries.ts'
import { ChangeTextDialog } from './text-dialog.tsx'

interface SavedTextsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Puts the text into the editor. */
  onUse: (text: string) => void
}

/** The owner's texts: one is put into the editor, changed or deleted. */
export function SavedTextsDialog({ open, onOpenChange, onUse }: SavedTextsDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      title={t('Saved texts')}
      description={t('Choose one to start from. It replaces your current text.')}
      className="p-0"
      footer={<Button onClick={() => onOpenChange(false)}>{t('Close')}</Button>}
    >
      {open && (
        <Texts
          onUse={(text) => {
            onOpenChange(false)
            onUse(text)
          }}
        />
      )}
    </Dialog>
  )
}

function Texts({ onUse }: Pick<SavedTextsDialogProps, 'onUse'>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const { data, error, isFetching, refetch } = useSavedTexts(useDebounced(typed))
  const [changing, setChanging] = useState<SavedText | null>(null)
  const [deleting, setDeleting] = useState<ListedText | null>(null)
  const refresh = useSavedTextsRefresh()
  const load = useSingleMutation({
    mutationFn: ({ id }: { id: string; onLoaded: (saved: SavedText) => void }) =>
      request(loadSavedText, { params: { id } }),
    onSuccess: (saved, { onLoaded }) => onLoaded(saved),
    onError: async (problem) => {
      toast({ title: messageOf(problem, t('Failed to load the text.')), tone: 'error' })
      await refresh()
    },
  })
  if (!data) {
    return error ? (
      <ErrorState
        className="border-t-0"
        message={messageOf(error, t('Failed to load saved texts.'))}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    ) : (
      <Loading text={t('Loading saved texts...')} />
    )
  }
  return (
    <>
      {data.total > 1 && (
        <div className="border-b px-5 py-3">
          <ListSearch value={typed} onChange={setTyped} label={t('Search name or text')} />
        </div>
      )}
      {data.total === 0 && (
        <EmptyState
          className="border-t-0"
          title={t('No saved texts yet.')}
          description={t("Write a message, then press 'Save this text' below it.")}
        />
      )}
      {data.total > 0 && data.items.length === 0 && (
        <EmptyState className="border-t-0" title={t('No saved text matches this search.')} />
      )}
      <ul className="max-h-[60vh] divide-y overflow-y-auto empty:hidden">
        {data.items.map((item) => (
          <TextRow
            key={item.id}
            item={item}
            busy={load.isPending}
            onUse={() => load.mutate({ id: item.id, onLoaded: ({ text }) => onUse(text) })}
            onChange={() => load.mutate({ id: item.id, onLoaded: setChanging })}
            onDelete={() => setDeleting(item)}
          />
        ))}
      </ul>
      <ChangeTextDialog saved={changing} onClose={() => setChanging(null)} />
      <DeleteQuestion item={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}

interface TextRowProps {
  item: ListedText
  busy: boolean
  onUse: () => void
  onChange: () => void
  onDelete: () => void
}

function TextRow({ item, busy, onUse, onChange, onDelete }: TextRowProps) {
  const { t } = useTranslation()
  const { name } = item
  return (
    <li className="flex items-start gap-1 pr-3 hover:bg-muted/60">
      <button
        type="button"
        disabled={busy}
        onClick={onUse}
        className="min-w-0 flex-1 px-5 py-3 text-left"
      >
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="line-clamp-2 text-caption wrap-anywhere text-muted-foreground">
          {item.start}
        </span>
      </button>
      <RowButton
        icon={Pencil}
        label={t('Edit {name}', { name })}
        disabled={busy}
        onClick={onChange}
      />
      <RowButton
        icon={Trash2}
        label={t('Delete {name}', { name })}
        disabled={busy}
        onClick={onDelete}
      />
    </li>
  )
}

interface RowButtonProps {
  icon: LucideIcon
  label: string
  disabled: boolean
  onClick: () => void
}

function RowButton({ icon: Icon, label, ...props }: RowButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      className="mt-2.5 shrink-0"
      aria-label={label}
      {...props}
    >
      <Icon aria-hidden="true" />
    </Button>
  )
}

function DeleteQuestion({ item, onClose }: { item: ListedText | null; onClose: () => void }) {
  const { t } = useTranslation()
  const refresh = useSavedTextsRefresh()
  const remove = useSingleMutation({
    mutationFn: (id: string) => request(deleteSavedText, { params: { id } }),
    onError: (error) => {
      toast({ title: messageOf(error, t('Failed to delete the text.')), tone: 'error' })
    },
    onSettled: async () => {
      onClose()
      await refresh()
    },
  })
  return (
    <ConfirmDialog
      open={item !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('Delete {name}?', { name: item?.name ?? '' })}
      description={t('Messages already created from it do not change.')}
      action={t('Delete')}
      busy={remove.isPending}
      busyText={t('Deleting...')}
      onConfirm={() => item && remove.mutate(item.id)}
    />
  )
}
