import type { MessageContent, QuotedMessage } from '@kirim/contract/message-content'
import type { OutgoingContent, StoredContent } from '../../../platform/message-content.ts'
import type { ChatRow, KnownOfChats, TimelineRow } from '../chats.ports.ts'

type Votes = Awaited<ReturnType<KnownOfChats['countVotes']>>

/** What a message shows beside its text and file; null for nothing. */
export function contentOf(row: TimelineRow, votes: Votes): MessageContent | null {
  const poll = pollIn(row)
  if (poll) {
    const { question, choices } = poll
    const counted = votes.get(row.networkId)
    const options = poll.options.map((name, n) => {
      const { votes: count = 0, voters = [] } = counted?.[n] ?? {}
      return { name, votes: count, voters: [...voters] }
    })
    return { type: 'poll', question, choices, options }
  }
  if (row.content === null || row.event !== null || row.hasLeft) return null
  const { special } = JSON.parse(row.content) as StoredContent
  if (!special || special.type === 'poll') return null
  if (special.type !== 'contacts') return { ...special } as MessageContent
  const contacts = special.contacts.map(({ name, phoneNumbers }) => ({
    name,
    phoneNumbers: [...phoneNumbers],
  }))
  return { type: 'contacts', contacts }
}

/** The poll of an entry; null when it is none. */
export function pollIn({ content, event, hasLeft }: TimelineRow) {
  if (content === null || event !== null) return null
  const poll = hasLeft
    ? (JSON.parse(content) as OutgoingContent)
    : (JSON.parse(content) as StoredContent).special
  return poll?.type === 'poll' ? poll : null
}

/**
 * What a message quotes: the entry itself where it is on the page, else its copy. The id of an
 * entry is nearly always that of the network.
 */
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
    entryId: quoted?.id ?? quotedId,
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
