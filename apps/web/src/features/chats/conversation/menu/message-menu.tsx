import type { ChatEntry } from '@kirim/contract/chat-entries'
import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { OpenedEmojiPicker } from '#shared/message-editor/emoji-grid.tsx'
import { Menu } from '#shared/ui/menu.tsx'
import { IconButton } from '../bubble/icon-button.tsx'
import { useWords } from '../words.ts'
import { DeleteQuestion } from './delete-question.tsx'
import type { Asked } from './message-acts.ts'
import { MessageItems } from './message-items.tsx'
import { ReceiptsDialog } from './receipts-dialog.tsx'
import { useReact } from './use-react.ts'

interface MessageMenuProps {
  entry: ChatEntry
  /** Whether it is reached by Tab. */
  isReached: boolean
}

/** What can be done with a message, behind a button that is shown beside it. */
export function MessageMenu({ entry, isReached }: MessageMenuProps) {
  const { t } = useWords()
  const react = useReact()
  const box = useRef<HTMLSpanElement>(null)
  const [asked, setAsked] = useState<Asked>(null)
  const button = (
    <IconButton
      tabIndex={isReached ? 0 : -1}
      aria-label={t('Actions for this message')}
      className="text-muted-foreground"
    >
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  const close = () => setAsked(null)
  const backToMessage = () => {
    close()
    box.current?.closest('article')?.focus()
  }
  return (
    <span
      ref={box}
      className="opacity-0 group-focus-within/entry:opacity-100 group-hover/entry:opacity-100 has-aria-expanded:opacity-100"
    >
      {asked === 'emoji' ? (
        <OpenedEmojiPicker
          onPick={(emoji) => void react(entry, emoji)}
          onClosed={backToMessage}
          onDismissed={backToMessage}
        >
          {button}
        </OpenedEmojiPicker>
      ) : (
        <Menu trigger={button} className="min-w-56">
          <MessageItems entry={entry} onAsk={setAsked} />
        </Menu>
      )}
      {asked === 'receipts' && <ReceiptsDialog entry={entry} onClose={close} />}
      {asked === 'deletion' && <DeleteQuestion entry={entry} onClose={close} />}
    </span>
  )
}
