import type { ChatEntry, ChatEventKind } from '@kirim/contract/chat-entries'
import { textKey } from '#shared/i18n/text-key.ts'
import { useConversation } from '../conversation-context.ts'
import { useWords } from '../words.ts'

type ChatEvent = NonNullable<ChatEntry['event']>

/** What somebody of the team did. */
const doneBy: Record<ChatEventKind, string> = {
  closed: textKey('Closed by {by} at {time}'),
  reopened: textKey('Reopened by {by} at {time}'),
  assigned: textKey('Given to {name} by {by} at {time}'),
  unassigned: textKey('Given to nobody by {by} at {time}'),
  snoozed: textKey('Snoozed by {by} until {until}'),
  unsnoozed: textKey('Taken back by {by} at {time}'),
  labelled: textKey('Label {label} added by {by} at {time}'),
  unlabelled: textKey('Label {label} taken off by {by} at {time}'),
  chatbot_paused: textKey('Chatbot paused until {until}: {by} wrote'),
  chatbot_resumed: textKey('Chatbot resumed by {by} at {time}'),
  handed_over: textKey('Handed over to {name} at {time}'),
  merged: textKey('Another chat with {person} became part of this one at {time}'),
  answered_after_opt_out: textKey('{by} answered at {time}, although {person} opted out'),
}

/** What happened by itself, where that is said differently. */
const doneByItself: Partial<Record<ChatEventKind, string>> = {
  closed: textKey('Closed at {time}: the number was removed'),
  reopened: textKey('Reopened at {time}: {person} wrote'),
  assigned: textKey('Given to {name} at {time}'),
  unassigned: textKey('Given to nobody at {time}'),
  unsnoozed: textKey('Back at {time}'),
  chatbot_paused: textKey('Chatbot paused until {until}: somebody wrote on the phone'),
  chatbot_resumed: textKey('Chatbot resumed at {time}'),
}

/** Without an end, or without somebody who gets it. */
const withoutGoal: Partial<Record<ChatEventKind, string>> = {
  snoozed: textKey('Snoozed by {by} until {person} writes'),
  chatbot_paused: textKey('Chatbot paused at {time}'),
  handed_over: textKey('Handed over by the chatbot at {time}'),
}

const TAKEN = textKey('Taken by {by} at {time}')

/** Returns the sentence of an event: what happened, by whom and when. */
export function useEventText(): (entry: ChatEntry, event: ChatEvent) => string {
  const { t } = useWords()
  const { time } = useWords().format
  const moment = useWords().moment
  const { personName, nameOf, labelOf } = useConversation()
  const untilText = ({ until }: ChatEvent['params']) => (hasEnd(until) ? moment(until) : '')
  return ({ at, author }, event) => {
    const { params } = event
    const goal = params.personId ? nameOf(params.personId) || t('A former member') : ''
    const replace = {
      by: author === null ? 'Kirim' : author.name || t('A former member'),
      time: time(at),
      person: personName,
      name: goal,
      // A label that was deleted has the name it had.
      label: (params.labelId && labelOf(params.labelId)) || (params.name ?? ''),
      until: untilText(params),
    }
    // Passes values as `replace`, so that they cannot set options of `t`.
    return t(sentenceOf(event, goal, author?.name ?? null), { replace })
  }
}

function sentenceOf({ kind, params }: ChatEvent, goal: string, author: string | null): string {
  const hasGoal = kind === 'handed_over' ? goal !== '' : hasEnd(params.until)
  const open = hasGoal ? undefined : withoutGoal[kind]
  if (open) return open
  if (author === null) return doneByItself[kind] ?? doneBy[kind]
  return kind === 'assigned' && goal === author ? TAKEN : doneBy[kind]
}

/** A pause that only a person ends has an end that nobody lives to see. */
function hasEnd(until: string | undefined): until is string {
  return Boolean(until) && !until?.startsWith('9999')
}
