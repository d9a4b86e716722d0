import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import type { Span } from '#shared/message-editor/formatted-runs.ts'
import { FormattedText } from '#shared/message-editor/formatted-text.tsx'
import { cn } from './cn.ts'

export type Tick = 'pending' | 'sent' | 'delivered' | 'read' | 'failed'

const ticks: Record<Tick, { icon: LucideIcon; word: string; classes?: string }> = {
  pending: { icon: Clock, word: textKey('Pending') },
  sent: { icon: Check, word: textKey('Sent') },
  delivered: { icon: CheckCheck, word: textKey('Delivered') },
  read: { icon: CheckCheck, word: textKey('Read'), classes: 'text-tick-read' },
  failed: { icon: CircleAlert, word: textKey('Failed'), classes: 'text-destructive' },
}

interface ChatBubbleProps {
  side: 'out' | 'in'
  /** The text as it is sent: keeps line breaks and renders WhatsApp's format marks. */
  text?: string | null
  /** Parts of the text to underline, such as fallbacks. */
  underlined?: readonly Span[]
  /** A label shown before the text in place of a preview. */
  lead?: ReactNode
  /** An image, a video or a file card; the bubble becomes 300 wide. */
  media?: ReactNode
  time?: ReactNode
  tick?: Tick
  /** The author or the origin of the message, shown at the top; sandbox only. */
  reason?: ReactNode
  /** A button beside the message, visible on hover; sandbox only. */
  action?: ReactNode
}

/** One message on a `bg-chat` background. */
export function ChatBubble({
  side,
  text,
  underlined,
  lead,
  media,
  time,
  tick,
  reason,
  action,
}: ChatBubbleProps) {
  const out = side === 'out'
  return (
    <div
      className={cn(
        'group flex items-center gap-1',
        out ? 'justify-end' : 'flex-row-reverse justify-end',
      )}
    >
      {action}
      <div
        className={cn(
          'min-w-0 rounded-xl p-1',
          media ? 'w-[300px] max-w-[92%]' : 'max-w-[84%]',
          out
            ? 'rounded-tr-[4px] bg-bubble-out text-bubble-out-foreground'
            : 'rounded-tl-[4px] bg-bubble-in text-bubble-in-foreground',
        )}
      >
        {reason && <p className="px-2 pt-0.5 text-xs font-medium text-bubble-meta">{reason}</p>}
        {media && <div className="overflow-hidden rounded-[10px]">{media}</div>}
        {(lead || text) && (
          <div className="px-2 pt-1 text-sm leading-5 break-words whitespace-pre-line">
            {lead}
            {text && <FormattedText text={text} underlined={underlined} />}
          </div>
        )}
        {(time || tick) && (
          <p className="tnum flex items-center justify-end gap-1 px-2 pb-0.5 text-xs text-bubble-meta">
            {time}
            {tick && <BubbleTick tick={tick} />}
          </p>
        )}
      </div>
    </div>
  )
}

/** How far a message came, in a word for screen readers. */
export function BubbleTick({ tick }: { tick: Tick }) {
  const { t } = useTranslation()
  const { icon: Icon, word, classes } = ticks[tick]
  return <Icon role="img" aria-label={t(word)} className={cn('size-4 stroke-2', classes)} />
}
