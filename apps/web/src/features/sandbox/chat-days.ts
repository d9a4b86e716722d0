export interface ChatDay<Entry> {
  /** Midnight at the start of the day, in the browser's zone. */
  readonly date: Date
  readonly messages: readonly Entry[]
}

/** Groups the messages of a chat by day, in order. */
export function chatDays<Entry extends { at: string }>(
  messages: readonly Entry[],
): ChatDay<Entry>[] {
  const days: { date: Date; messages: Entry[] }[] = []
  for (const message of messages) {
    const date = midnightOf(new Date(message.at))
    const last = days.at(-1)
    if (last?.date.getTime() === date.getTime()) last.messages.push(message)
    else days.push({ date, messages: [message] })
  }
  return days
}

export type RelativeDay = 'today' | 'yesterday' | 'earlier'

/** Describes a day relative to now. */
export function relativeDay(day: Date, now: Date): RelativeDay {
  const today = midnightOf(now)
  const yesterday = new Date(today)
  yesterday.setDate(today.getDate() - 1)
  const time = midnightOf(day).getTime()
  if (time === today.getTime()) return 'today'
  return time === yesterday.getTime() ? 'yesterday' : 'earlier'
}

function midnightOf(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate())
}
