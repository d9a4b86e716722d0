import type { ChatEntry } from '@kirim/contract/chat-entries'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Spinner } from '#shared/ui/loading.tsx'
import { useSaveChatFile } from './bubble/file/document.tsx'
import { fileTitle } from './bubble/file/file-words.ts'
import { useChatFile } from './bubble/file/use-chat-file.ts'

/** A picture of the timeline, as large as the window. */
export function PictureViewer({ entry, onClose }: { entry: ChatEntry; onClose: () => void }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const path = entry.file?.path ?? null
  const { url } = useChatFile(path)
  const { mutate, isPending } = useSaveChatFile()
  const title = entry.file ? fileTitle(entry.file, entry.kind, t) : t('Picture')
  const save = () => {
    if (path !== null) mutate({ path, name: nameOf(entry) })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={title}
      description={dateTime(entry.at)}
      className="p-0"
      footer={
        <Button busy={isPending} onClick={save}>
          <Download aria-hidden="true" />
          {t('Download')}
        </Button>
      }
    >
      <div className="grid min-h-48 place-items-center bg-chat">
        {url ? (
          <img
            src={url}
            alt={entry.text || title}
            className="max-h-[70dvh] max-w-full object-contain"
          />
        ) : (
          <Spinner />
        )}
      </div>
      {entry.text && (
        <p dir="auto" className="px-5 py-3 wrap-anywhere whitespace-pre-line">
          {entry.text}
        </p>
      )}
    </Dialog>
  )
}

/** "kirim-2026-11-27.jpg" for a picture without a name. */
function nameOf({ file, at }: ChatEntry): string {
  const ending = file?.fileType.split('/')[1]?.replace('jpeg', 'jpg') ?? 'jpg'
  return file?.fileName || `kirim-${at.slice(0, 10)}.${ending}`
}
