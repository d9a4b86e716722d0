import type { MediaFile } from '@kirim/contract/media'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { MediaPreview } from '#shared/media/media-preview.tsx'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useMediaAddress } from './media-address.ts'

interface MediaTileProps {
  file: MediaFile
  /** It is being deleted. */
  busy: boolean
  onView: () => void
  onDelete: () => void
}

export function MediaTile({ file, busy, onView, onDelete }: MediaTileProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const addressOf = useMediaAddress()
  const { originalName: name, fileType, fileSize, filePath } = file
  return (
    <li
      aria-busy={busy || undefined}
      className={cn(
        'overflow-hidden rounded-md border bg-card [contain-intrinsic-size:auto_180px] [content-visibility:auto]',
        busy && 'pointer-events-none opacity-50',
      )}
    >
      <button
        type="button"
        onClick={onView}
        aria-label={t('View {name}', { name })}
        className="block w-full rounded-t-md outline-offset-[-2px]"
      >
        <MediaPreview src={addressOf(filePath)} type={fileType} alt="" className="h-28 w-full" />
      </button>
      <div className="flex items-center gap-1 py-1.5 pr-1 pl-2.5">
        <div className="min-w-0 flex-1">
          <p title={name} className="truncate text-caption font-medium">
            {name}
          </p>
          <p className="tnum flex flex-wrap gap-x-2 text-xs text-muted-foreground">
            <span>{fileType}</span>
            <span>{format.fileSize(fileSize)}</span>
          </p>
        </div>
        <Allowed to="media:write">
          <Button
            variant="ghost"
            size="icon-sm"
            disabled={busy}
            aria-label={t('Delete {name}', { name })}
            onClick={onDelete}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </Allowed>
      </div>
    </li>
  )
}
