import type { MessageContent, QuotedMessage } from '@kirim/contract/message-content'
import type { OutgoingContent, StoredContent } from '../../../platform/message-content.ts'
import type { ChatRow, TimelineRow } from '../chats.ports.ts'

/** What a message shows beside its text and file; null for nothing. */
export function contentOf(row: TimelineRow): MessageContent | null {
  if (row.content === null || row.event !== null) return null
  if (row.hasLeft) {
    const sent = JSON.parse(row.content) as OutgoingContent
    return sent.type === 'poll' ? pollOf(sent) : null
  }
  const { special } = JSON.parse(row.content) as StoredContent
  if (!special) return null
  if (special.type === 'poll') return pollOf(special)
  if (special.type !== 'contacts') return { ...special } as MessageContent
  const contacts = special.contacts.map(({ name, phoneNumbers }) => ({
    name,
    phoneNumbers: [...phoneNumbers],
  }))
  return { type: 'contacts', contacts }
}

function pollOf(poll: {
  readonly question: string
  readonly choices: number
  readonly options: readonly string[]
}): MessageContent {
  const options = poll.options.map((name) => ({ name, votes: 0, voters: [] }))
  return { type: 'poll', question: poll.question, choices: poll.choices, options }
}

/** What a message quotes: the entry itself where it is on the page, else its copy. */
export function quotedIn(
  row: TimelineRow,
  chat: ChatRow,
  byNetworkId: ReadonlyMap<string, TimelineRow>,
): QuotedMessage | null {
  const copy = quotedCopyOf(row)
  const quotedId = row.quotedId ?? copy?.networkId ?? null
  if (quotedId === null) return null
  const quoted = byNetworkId.get(quotedId)
  const isOurs = quoted ? quoted.by !== 'person' : (copy?.isOurs ?? false)
  return {
    entryId: quoted?.id ?? null,
    senderName: isOurs
      ? ''
      : (quoted?.senderName ?? '') || (chat.kind === 'group' ? '' : chat.name),
    isOurs,
    kind: quoted?.kind ?? copy?.kind ?? 'other',
    text: quoted?.text ?? copy?.text ?? '',
  }
}

function quotedCopyOf({ content, hasLeft, event }: TimelineRow) {
  if (content === null || event !== null) return null
  if (!hasLeft) {
    const { quoted } = JSON.parse(content) as StoredContent
    return quoted && { ...quoted, networkId: null, isOurs: quoted.senderJid === '' }
  }
  const sent = JSON.parse(content) as OutgoingContent
  if (sent.type !== 'message' || !sent.quotes) return null
  return { ...sent.quotes, networkId: sent.quotes.messageId, isOurs: sent.quotes.fromMe }
}
