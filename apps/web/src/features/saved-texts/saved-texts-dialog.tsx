import {
  deleteSavedText,
  type ListedText,
  listSavedTexts,
  loadSavedText,
  type SavedText,
} from '@kirim/contract/saved-texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Paperclip, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
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
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { TextDialog, useSavedTextsRefresh } from './text-dialog.tsx'

interface SavedTextsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Puts the text into the editor. */
  onUse: (saved: SavedText) => void
}

/** Lists the user's saved texts to insert, edit or delete. */
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
          onUse={(saved) => {
            onOpenChange(false)
            onUse(saved)
          }}
        />
      )}
    </Dialog>
  )
}

const NOTHING = { name: '', text: '' }

function Texts({ onUse }: Pick<SavedTextsDialogProps, 'onUse'>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery(listSavedTexts, { query: { q: useDebounced(typed) } }),
    placeholderData: keepPreviousData,
  })
  const [changing, setChanging] = useState<SavedText | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<ListedText | null>(null)
  const refresh = useSavedTextsRefresh()
  const mayWrite = useMay('texts:write')
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
          description={mayWrite && t("Write a message, then press 'Save this text' below it.")}
        />
      )}
      {data.total > 0 && data.items.length === 0 && (
        <EmptyState className="border-t-0" title={t('No saved text matches this search.')} />
      )}
      <Allowed to="texts:write">
        <div className="border-b px-5 py-3">
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            {t('New saved text')}
          </Button>
        </div>
      </Allowed>
      <ul className="max-h-[60vh] divide-y overflow-y-auto empty:hidden">
        {data.items.map((item) => {
          const { id, name, start, file } = item
          return (
            <li key={id} className="flex items-start gap-1 pr-3 hover:bg-muted/60">
              <button
                type="button"
                disabled={load.isPending}
                onClick={() => load.mutate({ id, onLoaded: onUse })}
                className="min-w-0 flex-1 px-5 py-3 text-left"
              >
                <span className="block font-medium wrap-anywhere">{name}</span>
                <span className="line-clamp-2 text-caption wrap-anywhere text-muted-foreground">
                  {start}
                </span>
                {file && (
                  <span className="mt-0.5 flex items-center gap-1.5 text-caption wrap-anywhere text-muted-foreground">
                    <Paperclip className="size-3.5 shrink-0" aria-hidden="true" />
                    {file.originalName}
                  </span>
                )}
              </button>
              <Allowed to="texts:write">
                <Button
                  variant="ghost"
                  size="icon-sm"
                  className="mt-2.5 shrink-0"
                  aria-label={t('Edit {name}', { name })}
                  disabled={load.isPending}
                  onClick={() => load.mutate({ id, onLoaded: setChanging })}
                >
                  <Pencil aria-hidden="true" />
                </Button>
                <Button
                  variant="ghost"
                  size="icon-sm"
                  className="mt-2.5 shrink-0"
                  aria-label={t('Delete {name}', { name })}
                  disabled={load.isPending}
                  onClick={() => setDeleting(item)}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </Allowed>
            </li>
          )
        })}
      </ul>
      <TextDialog edited={changing} onClose={() => setChanging(null)} />
      <TextDialog isNew edited={isAdding ? NOTHING : null} onClose={() => setAdding(false)} />
      <DeleteQuestion item={deleting} onClose={() => setDeleting(null)} />
    </>
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
