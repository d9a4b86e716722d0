import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { MessageFile } from '@kirim/contract/message-content'
import type { MessageKind } from '@kirim/contract/message-kinds'
import {
  CircleAlert,
  CircleSlash,
  File as FileIcon,
  ImageOff,
  type LucideIcon,
  MicOff,
  VideoOff,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { sideOf } from '../../timeline/timeline-rows.ts'
import { useWords } from '../../words.ts'
import { FileCard } from './file-card.tsx'
import { fileTitle } from './file-words.ts'

const icons: Partial<Record<MessageKind, LucideIcon>> = {
  image: ImageOff,
  sticker: ImageOff,
  video: VideoOff,
  audio: MicOff,
  document: FileIcon,
}

interface FileProblemProps {
  entry: ChatEntry
  file: MessageFile
  /** What is the matter with it. */
  text: string
  /** A button at the end. */
  action?: ReactNode
}

/** In place of a file that cannot be shown. */
export function FileProblem({ entry, file, text, action }: FileProblemProps) {
  const { t } = useWords()
  const { fileSize } = useWords().format
  const title = [fileTitle(file, entry.kind, t), file.fileSize > 0 && fileSize(file.fileSize)]
  const Icon = file.state === 'refused' ? CircleSlash : (icons[entry.kind] ?? CircleAlert)
  return (
    <FileCard
      side={sideOf(entry) === 'out' ? 'out' : 'in'}
      icon={Icon}
      title={title.filter(Boolean).join(', ')}
      detail={text}
      action={action}
    />
  )
}
