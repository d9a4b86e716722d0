import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { MessageFile } from '@kirim/contract/message-content'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Spinner } from '#shared/ui/loading.tsx'
import { useWords } from '../../words.ts'
import { FileProblem } from './file-problem.tsx'
import { playingTime } from './file-words.ts'
import { Thumbnail } from './picture.tsx'
import { pictureHeight, WIDTH } from './picture-size.ts'
import { useChatFile } from './use-chat-file.ts'

/** A video, loaded when it is played. */
export function Video({ entry, file }: { entry: ChatEntry; file: MessageFile }) {
  const { t } = useWords()
  const [isPlayed, setIsPlayed] = useState(false)
  const { url, isLoading, error } = useChatFile(isPlayed ? file.path : null)
  if (error) return <FileProblem entry={entry} file={file} text={t('Could not be loaded')} />
  const size = { width: WIDTH, height: pictureHeight(file) }
  if (url) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: people's own videos carry no captions
      <video
        src={url}
        controls
        autoPlay
        aria-label={t('Video')}
        style={size}
        className="block max-w-full rounded-[10px] bg-black"
      />
    )
  }
  return (
    <button
      type="button"
      aria-label={t('Play the video')}
      onClick={() => setIsPlayed(true)}
      style={size}
      className="relative grid max-w-full place-items-center overflow-hidden rounded-[10px] bg-muted"
    >
      <Thumbnail thumbnail={file.thumbnail} />
      <span className="relative grid size-12 place-items-center rounded-full bg-black/60 text-white">
        {isLoading ? <Spinner /> : <Play className="size-5" aria-hidden="true" />}
      </span>
      {file.seconds !== null && (
        <span className="tnum absolute right-2 bottom-2 rounded-[4px] bg-black/60 px-1.5 text-xs text-white">
          {playingTime(file.seconds)}
        </span>
      )}
    </button>
  )
}
