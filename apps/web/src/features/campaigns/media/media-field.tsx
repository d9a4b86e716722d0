import { CAMPAIGN_MEDIA_MAX } from '@kirim/contract/limits'
import { Images, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MEDIA_ACCEPT } from '#shared/media/media-file.ts'
import { MediaPreview } from '#shared/media/media-preview.tsx'
import { mediaFileProblem } from '#shared/media/media-problem.ts'
import { FileDrop } from '#shared/ui/file-drop.tsx'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import { chooseFromLibrary, libraryIds, type MediaChoice, NO_MEDIA } from './media-choice.ts'
import { type KnownFiles, useChosenMedia } from './use-chosen-media.ts'

const MediaLibraryDialog = lazyDialog(
  async () => (await import('./media-library-dialog.tsx')).MediaLibraryDialog,
  ({ open }) => open,
)

interface MediaFieldProps {
  files: KnownFiles
  media: MediaChoice
  onMedia: (media: MediaChoice) => void
}

/** Up to three library items or one file; selecting one kind clears the other [4.media]. */
export function MediaField({ files, media, onMedia }: MediaFieldProps) {
  const { t } = useTranslation()
  const noteId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const [browsing, setBrowsing] = useState(false)
  const attachments = useChosenMedia(media, files)
  const upload = (file: File) => {
    const reason = mediaFileProblem(file)
    setProblem(reason)
    if (!reason) onMedia({ kind: 'upload', file })
  }
  const remove = (id: string) => {
    const rest = libraryIds(media).filter((known) => known !== id)
    onMedia(rest.length > 0 ? { kind: 'library', ids: rest } : NO_MEDIA)
  }
  return (
    <fieldset aria-labelledby={`${noteId}-label`} className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span id={`${noteId}-label`} className="text-caption font-medium">
          {t('Media attachment')}
        </span>
        <span className="text-xs text-muted-foreground">{t('Optional')}</span>
      </div>
      <div className="flex flex-wrap gap-3">
        {attachments.map(({ id, name, type, src, note }) => (
          <figure key={id} className="relative w-[132px] overflow-hidden rounded-md border">
            <MediaPreview src={src} type={type} alt="" className="h-[84px] w-full" />
            <figcaption title={name} className="truncate px-2 py-1.5 text-xs">
              {name}
              {note && (
                <span className="block text-muted-foreground whitespace-normal">{note}</span>
              )}
            </figcaption>
            <button
              type="button"
              aria-label={t('Remove {name}', { name })}
              onClick={() => remove(id)}
              className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-popover text-foreground shadow-pop after:absolute after:-inset-2"
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </figure>
        ))}
        <div className="grid min-h-[84px] min-w-[230px] flex-1 grid-cols-2 overflow-clip rounded-md border border-dashed border-input/70">
          <button
            type="button"
            onClick={() => setBrowsing(true)}
            className="grid place-content-center justify-items-center gap-1.5 rounded-l-md p-3 text-caption text-muted-foreground outline-offset-[-2px] transition-colors duration-100 hover:bg-accent"
          >
            <Images className="size-5" aria-hidden="true" />
            {t('Media Library')}
          </button>
          <FileDrop
            accept={MEDIA_ACCEPT}
            onFiles={([file]) => file && upload(file)}
            className="border-l border-dashed border-input/70 [&>label]:min-h-0 [&>label]:rounded-none [&>label]:border-0 [&>label]:p-3 [&>label]:ring-inset"
          >
            <span>{t('Upload a file')}</span>
          </FileDrop>
        </div>
      </div>
      <p
        role={problem ? 'alert' : undefined}
        className={problem ? 'text-xs text-destructive' : 'text-xs text-muted-foreground'}
      >
        {problem ? t(problem) : <MediaHint media={media} />}
      </p>
      <MediaLibraryDialog
        open={browsing}
        onOpenChange={setBrowsing}
        library={files.library}
        selected={libraryIds(media)}
        onConfirm={(ids) => {
          setProblem(null)
          onMedia(chooseFromLibrary(media, ids))
        }}
      />
    </fieldset>
  )
}

function MediaHint({ media }: { media: MediaChoice }) {
  const { t } = useTranslation()
  if (media.kind === 'library') {
    return t('{n} of {max} from the library. Uploading a file replaces the selection.', {
      n: media.ids.length,
      max: CAMPAIGN_MEDIA_MAX,
    })
  }
  if (media.kind === 'none') {
    return t('Up to {max} from the library, or one file of up to 10 MB.', {
      max: CAMPAIGN_MEDIA_MAX,
    })
  }
  return t('One uploaded file. Choosing from the library replaces it.')
}
