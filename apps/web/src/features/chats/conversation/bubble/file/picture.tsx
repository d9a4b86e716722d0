import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { MessageFile } from '@kirim/contract/message-content'
import { cn } from '#shared/ui/cn.ts'
import { useConversation } from '../../conversation-context.ts'
import { useWords } from '../../words.ts'
import { FileProblem } from './file-problem.tsx'
import { pictureHeight, WIDTH } from './picture-size.ts'
import { smallOf, useChatFile } from './use-chat-file.ts'

/** A picture; pressing it opens the viewer. Its room is kept until it is loaded. */
export function Picture({ entry, file }: { entry: ChatEntry; file: MessageFile }) {
  const { t } = useWords()
  const { openPicture } = useConversation()
  const { url, error } = useChatFile(smallOf(file.path))
  if (error) return <FileProblem entry={entry} file={file} text={t('Could not be loaded')} />
  return (
    <button
      type="button"
      aria-label={t('Open the picture')}
      onClick={() => openPicture(entry)}
      style={{ width: WIDTH, height: pictureHeight(file) }}
      className="relative block max-w-full overflow-hidden rounded-[10px] bg-muted"
    >
      <Thumbnail thumbnail={file.thumbnail} />
      {url && (
        <img
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </button>
  )
}

/** The small picture that came with the message. */
export function Thumbnail({ thumbnail, className }: { thumbnail: string; className?: string }) {
  if (thumbnail === '') return null
  return (
    <img
      src={`data:image/jpeg;base64,${thumbnail}`}
      alt=""
      draggable={false}
      className={cn('absolute inset-0 size-full object-cover', className)}
    />
  )
}

/** A sticker, without a bubble around it. */
export function Sticker({ entry, file }: { entry: ChatEntry; file: MessageFile }) {
  const { t } = useWords()
  const { url, error } = useChatFile(file.path)
  if (error) return <FileProblem entry={entry} file={file} text={t('Could not be loaded')} />
  return (
    <span className="block size-36">
      {url && (
        <img src={url} alt={t('Sticker')} draggable={false} className="size-full object-contain" />
      )}
    </span>
  )
}
