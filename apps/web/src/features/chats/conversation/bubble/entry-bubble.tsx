import type { ChatEntry } from '@kirim/contract/chat-entries'
import { Lock } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { sideOf, type TimelineRow } from '../timeline/timeline-rows.ts'
import { useWords } from '../words.ts'
import { BubbleFoot } from './bubble-foot.tsx'
import { BubbleFrame } from './bubble-frame.tsx'
import { DeletedMessage } from './deleted-message.tsx'
import { noteAuthor } from './entry-name.ts'
import { EventLine } from './event-line.tsx'
import { MessageBody } from './message-body.tsx'
import { MessageState } from './message-state.tsx'
import { NoteText } from './note-text.tsx'
import { OriginLine } from './origin-line.tsx'
import { Quoted } from './quoted-message.tsx'
import { ReactionsPill } from './reactions-pill.tsx'
import { Wordings } from './wordings.tsx'

interface EntryBubbleProps {
  row: TimelineRow
  /** The button of its menu. */
  action?: ReactNode
}

/** A message, note or event of the timeline. */
export function EntryBubble({ row, action }: EntryBubbleProps) {
  const { entry } = row
  const side = sideOf(entry)
  if (side === 'middle') return <EventLine entry={entry} />
  if (entry.type === 'note') return <NoteBubble entry={entry} />
  return <MessageBubble row={row} side={side} action={action} />
}

function MessageBubble({ row, side, action }: EntryBubbleProps & { side: 'in' | 'out' }) {
  const { entry, showsAuthor, pending } = row
  const { deletedAt, editedAt, quoted, reactions, kind, file } = entry
  const id = useId()
  const [showsWordings, setShowsWordings] = useState(false)
  const isBare = kind === 'sticker' && file?.state === 'here' && deletedAt === null
  return (
    <BubbleFrame
      side={side}
      isBare={isBare}
      isPicture={isDrawn(entry)}
      action={action}
      reactions={reactions.length > 0 && <ReactionsPill reactions={reactions} />}
    >
      {showsAuthor && <OriginLine entry={entry} />}
      {quoted && deletedAt === null && <Quoted quoted={quoted} side={side} />}
      {deletedAt === null ? (
        <MessageBody entry={entry} side={side} />
      ) : (
        <DeletedMessage entry={entry} deletedAt={deletedAt} />
      )}
      {editedAt !== null && deletedAt === null && showsWordings && (
        <Wordings id={id} entryId={entry.id} editedAt={editedAt} side={side} />
      )}
      <MessageState entry={entry} pending={pending} />
      <BubbleFoot
        entry={entry}
        failed={Boolean(pending?.error)}
        wordings={
          editedAt === null || deletedAt !== null
            ? null
            : { isOpen: showsWordings, id, onToggle: () => setShowsWordings(!showsWordings) }
        }
      />
    </BubbleFrame>
  )
}

function NoteBubble({ entry }: { entry: ChatEntry }) {
  const { t } = useWords()
  const { time } = useWords().format
  const name = noteAuthor(entry, t)
  return (
    <BubbleFrame side="out" isNote>
      <p className="flex items-center gap-1 px-2 pt-0.5 text-xs font-medium">
        <Lock className="size-3 stroke-2" aria-hidden="true" />
        {t('{name}, a note for the team', { name })}
      </p>
      <NoteText text={entry.text} />
      <p className="tnum px-2 pb-0.5 text-right text-xs">
        <time dateTime={entry.at}>{time(entry.at)}</time>
      </p>
    </BubbleFrame>
  )
}

function isDrawn({ kind, file, deletedAt }: ChatEntry): boolean {
  const isVisual = kind === 'image' || kind === 'video'
  return isVisual && file?.state === 'here' && deletedAt === null
}
