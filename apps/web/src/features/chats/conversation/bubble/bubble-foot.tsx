import type { ChatEntry } from '@kirim/contract/chat-entries'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { BubbleTick, type Tick } from '#shared/ui/chat-bubble.tsx'
import { isScheduled } from '../timeline/timeline-window.ts'
import { useWords } from '../words.ts'

interface BubbleFootProps {
  entry: ChatEntry
  /** Set while the server does not have it. */
  failed: boolean
  /** Whether the earlier wordings are shown; null when there are none. */
  wordings: { isOpen: boolean; id: string; onToggle: () => void } | null
}

/** The time of a message, how far it came, and whether it was edited. */
export function BubbleFoot({ entry, failed, wordings }: BubbleFootProps) {
  const { t } = useWords()
  const { time } = useWords().format
  const moment = useWords().moment
  const { at, sendAt } = entry
  const leavesAt = isScheduled(entry) && sendAt !== null ? sendAt : null
  const tick = failed ? 'failed' : tickOf(entry)
  const Chevron = wordings?.isOpen ? ChevronUp : ChevronDown
  return (
    <p className="tnum flex items-center justify-end gap-1 px-2 pb-0.5 text-xs text-bubble-meta">
      {wordings && (
        <button
          type="button"
          aria-expanded={wordings.isOpen}
          aria-controls={wordings.isOpen ? wordings.id : undefined}
          onClick={wordings.onToggle}
          className="mr-1 inline-flex items-center gap-0.5 underline decoration-dotted underline-offset-2"
        >
          {t('Edited')}
          <Chevron className="size-3 stroke-2" aria-hidden="true" />
        </button>
      )}
      <time dateTime={leavesAt ?? at}>{leavesAt ? moment(leavesAt) : time(at)}</time>
      {tick && <BubbleTick tick={tick} />}
    </p>
  )
}

function tickOf({ state }: ChatEntry): Tick | null {
  return state === 'scheduled' || state === 'held' ? 'pending' : state
}
