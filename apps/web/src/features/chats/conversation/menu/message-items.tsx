import type { ChatEntry } from '@kirim/contract/chat-entries'
import { Copy, Info, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { durationText } from '#shared/i18n/duration.ts'
import { toast } from '#shared/toast/toast.ts'
import { cn } from '#shared/ui/cn.ts'
import { copyText } from '#shared/ui/copy-text.ts'
import { MenuItem, MenuSeparator } from '#shared/ui/menu.tsx'
import { focusComposer } from '../../focus-composer.ts'
import { useConversation } from '../conversation-context.ts'
import { useReply } from '../reply-context.tsx'
import { type Asked, editableFor, isDeletable, isOnNetwork, ownReaction } from './message-acts.ts'
import { useReact } from './use-react.ts'

/** The reactions that WhatsApp offers first. */
const FIRST_REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏']

interface MessageItemsProps {
  entry: ChatEntry
  onAsk: (asked: Asked) => void
}

/** The items of the menu of a message, for what it is and what the reader may do. */
export function MessageItems({ entry, onAsk }: MessageItemsProps) {
  const { t } = useTranslation()
  const { mayWrite } = useConversation()
  const { quote, edit } = useReply()
  const [editableMs] = useState(() => editableFor(entry, Date.now()))
  const canAnswer = mayWrite && isOnNetwork(entry)
  const canDelete = mayWrite && isDeletable(entry)
  const copy = async () => {
    const isCopied = await copyText(entry.text, document.body)
    if (!isCopied) toast({ title: t('Could not copy.'), tone: 'error' })
  }
  return (
    <>
      {canAnswer && <FirstReactions entry={entry} />}
      {canAnswer && (
        <MenuItem icon={Reply} onSelect={() => toComposer(() => quote(entry))}>
          {t('Reply')}
        </MenuItem>
      )}
      {canAnswer && (
        <MenuItem icon={SmilePlus} onSelect={() => onAsk('emoji')}>
          {t('React')}
        </MenuItem>
      )}
      {entry.text !== '' && (
        <MenuItem icon={Copy} onSelect={() => void copy()}>
          {t('Copy text')}
        </MenuItem>
      )}
      {mayWrite && editableMs > 0 && (
        <MenuItem icon={Pencil} onSelect={() => toComposer(() => edit(entry))}>
          {t('Edit')}
          <span className="tnum ml-auto text-xs text-muted-foreground">
            {t('{time} left', { time: durationText(editableMs / 1000, t) })}
          </span>
        </MenuItem>
      )}
      {entry.state !== null && (
        <MenuItem icon={Info} onSelect={() => onAsk('receipts')}>
          {t('Who read it, when')}
        </MenuItem>
      )}
      {canDelete && <MenuSeparator />}
      {canDelete && (
        <MenuItem icon={Trash2} danger onSelect={() => onAsk('deletion')}>
          {t('Delete for everyone')}
        </MenuItem>
      )}
    </>
  )
}

/** The menu gives the focus back to its button with the next task; then the composer takes it. */
function toComposer(act: () => void): void {
  act()
  setTimeout(() => setTimeout(() => focusComposer('reply')))
}

function FirstReactions({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation()
  const react = useReact()
  const own = ownReaction(entry)
  return (
    <>
      <div className="flex justify-between px-0.5">
        {FIRST_REACTIONS.map((emoji) => (
          <MenuItem
            key={emoji}
            aria-label={
              own === emoji ? t('Take back {emoji}', { emoji }) : t('React with {emoji}', { emoji })
            }
            onSelect={() => void react(entry, emoji)}
            className={cn('w-9 justify-center px-0 text-lg', own === emoji && 'bg-accent')}
          >
            {emoji}
          </MenuItem>
        ))}
      </div>
      <MenuSeparator />
    </>
  )
}
