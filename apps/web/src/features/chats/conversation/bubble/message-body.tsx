import type { ChatEntry } from '@kirim/contract/chat-entries'
import { kindTexts } from '@kirim/contract/message-kinds'
import { useWords } from '../words.ts'
import { ContactCards } from './content/contact-cards.tsx'
import { LinkCard } from './content/link-card.tsx'
import { LocationCard } from './content/location-card.tsx'
import { PollCard } from './content/poll-card.tsx'
import { ViewOnceCard } from './content/view-once.tsx'
import { FileMessage } from './file/file-message.tsx'
import { ChatText } from './text/chat-text.tsx'

interface MessageBodyProps {
  entry: ChatEntry
  side: 'in' | 'out'
}

/** What a message says: a file, other content, and its text. */
export function MessageBody({ entry, side }: MessageBodyProps) {
  const { t } = useWords()
  const { text, kind, file, content } = entry
  const isShown = file !== null || content !== null || text.trim() !== ''
  return (
    <>
      {file && <FileMessage entry={entry} file={file} />}
      {content && <Content entry={entry} side={side} />}
      {text.trim() !== '' && content?.type !== 'poll' && <ChatText text={text} />}
      {!isShown && (
        <p className="px-2 pt-1 text-bubble-meta italic">
          {kind === 'text' ? t('A message without text.') : t(kindTexts[kind])}
        </p>
      )}
    </>
  )
}

function Content({ entry: { content }, side }: MessageBodyProps) {
  switch (content?.type) {
    case 'location':
      return <LocationCard content={content} side={side} />
    case 'contacts':
      return <ContactCards content={content} side={side} />
    case 'poll':
      return <PollCard content={content} />
    case 'link':
      return <LinkCard content={content} side={side} />
    case 'view_once':
      return <ViewOnceCard content={content} side={side} />
    default:
      return null
  }
}
