import type { ChatEntry, ChatEventKind } from '@kirim/contract/chat-entries'
import {
  AlarmClock,
  AlarmClockOff,
  BellOff,
  Bot,
  CircleCheck,
  Info,
  type LucideIcon,
  Merge,
  Phone,
  PhoneMissed,
  RotateCcw,
  Tag,
  UserRound,
  UserRoundX,
  Video,
} from 'lucide-react'
import { useEventText } from './event-text.ts'
import { useSystemText } from './system-text.ts'

const icons: Record<ChatEventKind, LucideIcon> = {
  closed: CircleCheck,
  reopened: RotateCcw,
  assigned: UserRound,
  unassigned: UserRoundX,
  snoozed: AlarmClock,
  unsnoozed: AlarmClockOff,
  labelled: Tag,
  unlabelled: Tag,
  chatbot_paused: Bot,
  chatbot_resumed: Bot,
  handed_over: UserRound,
  merged: Merge,
  answered_after_opt_out: BellOff,
}

/** What happened to a chat, or what the network says of it, in the middle of the timeline. */
export function EventLine({ entry }: { entry: ChatEntry }) {
  const eventText = useEventText()
  const systemText = useSystemText()
  const { event, content } = entry
  if (event) return <Line icon={icons[event.kind]} text={eventText(entry, event)} />
  if (content?.type === 'call') {
    const answered = content.isVideo ? Video : Phone
    const icon = content.outcome === 'answered' ? answered : PhoneMissed
    return <Line icon={icon} text={systemText(entry, content)} />
  }
  if (content?.type === 'system') return <Line icon={Info} text={systemText(entry, content)} />
  return null
}

function Line({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <p className="flex items-center justify-center gap-1.5 py-0.5 text-center text-xs text-muted-foreground">
      <Icon className="size-3.5" aria-hidden="true" />
      <span className="tnum min-w-0 wrap-anywhere">{text}</span>
    </p>
  )
}
