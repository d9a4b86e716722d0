import type { ChatLabel } from '@kirim/contract/chat-labels'
import { cn } from '#shared/ui/cn.ts'

const FILLS: Readonly<Record<ChatLabel['colour'], string>> = {
  teal: 'bg-line-1',
  clay: 'bg-line-2',
  olive: 'bg-line-3',
  slate: 'bg-line-4',
  rose: 'bg-line-5',
}

/** The colour of a label, always shown beside its name; square, as numbers have round ones. */
export function LabelDot({ colour }: { colour: ChatLabel['colour'] }) {
  return (
    <i
      aria-hidden="true"
      className={cn('inline-block size-2 shrink-0 rounded-[2px]', FILLS[colour])}
    />
  )
}
