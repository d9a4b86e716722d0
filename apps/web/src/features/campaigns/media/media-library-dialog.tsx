import type { MediaFile } from '@kirim/contract/media'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useList } from '#shared/list/use-list.ts'
import { mediaShape } from '#shared/media/media-list.ts'
import { MediaListTools } from '#shared/media/media-list-tools.tsx'
import { MediaPreview } from '#shared/media/media-preview.tsx'
import { uploadAddress } from '#shared/media/upload-address.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Dialog } from '#shared/ui/dialog.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { toggleItem } from './media-choice.ts'

interface MediaLibraryDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  library: readonly MediaFile[]
  selected: readonly string[]
  onConfirm: (ids: readonly string[]) => void
}

/** The Media Library dialog [2.library]. */
export function MediaLibraryDialog({ open, ...props }: MediaLibraryDialogProps) {
  // Mounted on opening, so that it starts with the form's selection.
  return open ? <OpenLibrary {...props} /> : null
}

function OpenLibrary({
  onOpenChange,
  library,
  selected,
  onConfirm,
}: Omit<MediaLibraryDialogProps, 'open'>) {
  const { t } = useTranslation()
  const [ids, setIds] = useState(selected)
  const toggle = (id: string) => {
    const next = toggleItem(ids, id)
    if (next) setIds(next)
    else toast({ title: t('Max 3 media items.'), tone: 'info' })
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="large"
      title={t('Media Library')}
      description={t(
        'Select up to 3 media items for your campaign. Upload new files via the Media Storage page.',
      )}
      className="p-0"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onConfirm(ids)
              onOpenChange(false)
            }}
          >
            {t('Confirm ({n} selected)', { n: ids.length })}
          </Button>
        </>
      }
    >
      {library.length === 0 ? (
        <EmptyState
          className="border-t-0"
          title={t('No media found in your storage.')}
          action={
            <Button asChild>
              <Link to="/media-storage">{t('Upload now')}</Link>
            </Button>
          }
        />
      ) : (
        <LibraryGrid library={library} ids={ids} onToggle={toggle} />
      )}
    </Dialog>
  )
}

interface LibraryGridProps {
  library: readonly MediaFile[]
  /** The selected ids in order, including items hidden by search or paging. */
  ids: readonly string[]
  onToggle: (id: string) => void
}

function LibraryGrid({ library, ids, onToggle }: LibraryGridProps) {
  const { t } = useTranslation()
  const { rows, search, sorting, pager } = useList(library, mediaShape)
  return (
    <>
      {library.length > 1 && (
        <div className="border-b px-5 py-3">
          <MediaListTools search={search} sorting={sorting} />
        </div>
      )}
      {rows.length === 0 && (
        <EmptyState className="border-t-0" title={t('No file matches this search.')} />
      )}
      <ul className="grid max-h-[60vh] grid-cols-2 gap-3 overflow-y-auto p-5 sm:grid-cols-4">
        {rows.map((file) => (
          <LibraryTile
            key={file._id}
            file={file}
            place={ids.indexOf(file._id) + 1}
            onToggle={() => onToggle(file._id)}
          />
        ))}
      </ul>
      {pager && <TablePager {...pager} />}
    </>
  )
}

interface LibraryTileProps {
  file: MediaFile
  /** The position in the selection, from 1; 0 when not selected. */
  place: number
  onToggle: () => void
}

function LibraryTile({ file, place, onToggle }: LibraryTileProps) {
  const selected = place > 0
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-pressed={selected}
        onClick={onToggle}
        className={cn(
          'relative block w-full overflow-hidden rounded-md border text-left hover:border-input',
          selected && 'border-primary ring-1 ring-primary hover:border-primary',
        )}
      >
        <MediaPreview
          src={uploadAddress(file)}
          type={file.fileType}
          alt=""
          className="h-[104px] w-full"
        />
        <span className="block px-2.5 py-2">
          <span title={file.originalName} className="block truncate text-caption font-medium">
            {file.originalName}
          </span>
          <span className="block truncate text-xs text-muted-foreground">{file.fileType}</span>
        </span>
        <span
          aria-hidden="true"
          className={cn(
            'tnum absolute top-2 right-2 grid size-5 place-items-center rounded-full border border-input bg-card text-xs font-semibold',
            selected && 'border-primary bg-primary text-primary-foreground',
          )}
        >
          {selected && place}
        </span>
      </button>
    </li>
  )
}
