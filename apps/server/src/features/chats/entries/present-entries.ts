import type { Author } from '@kirim/contract/authors'
import type { ChatEntry, MessageBy } from '@kirim/contract/chat-entries'
import { ledgerSentence } from '@kirim/contract/ledger-texts'
import type { MessageFile } from '@kirim/contract/message-content'
import { findAuthors } from '../../../platform/authors.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { ChatRow, ChatsStore, KnownOfChats, TimelineRow } from '../chats.ports.ts'
import { contentOf, pollIn, quotedIn } from './entry-content.ts'
import { placeText } from './places.ts'

export interface EntryDeps
  extends Pick<KnownOfChats, 'namesOf' | 'originNames' | 'filesOf' | 'countVotes'> {
  readonly db: Db
  readonly store: Pick<ChatsStore, 'reactionsTo'>
  /** Who of the team wrote messages, by the messages' origin ids. */
  writersOf(originIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

const momentOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Entries of one chat as the timeline shows them. */
export async function presentEntries(
  deps: EntryDeps,
  chat: ChatRow,
  rows: readonly TimelineRow[],
): Promise<ChatEntry[]> {
  if (rows.length === 0) return []
  const known = await loadAround(deps, chat, rows)
  return rows.map((row) => presentEntry(row, chat, known))
}

function pollsOf(row: TimelineRow) {
  const poll = pollIn(row)
  return poll ? [[row.networkId, poll] as const] : []
}

type Known = Awaited<ReturnType<typeof loadAround>>

/** What other tables know of these entries. */
async function loadAround(deps: EntryDeps, chat: ChatRow, rows: readonly TimelineRow[]) {
  const originIds = (by: MessageBy) =>
    rows.flatMap((row) => (row.by === by && row.originId !== null ? [row.originId] : []))
  const polls = new Map(rows.flatMap((row) => pollsOf(row)))
  const [writers, campaigns, items, files, votes, reactions] = await Promise.all([
    deps.writersOf(originIds('member')),
    deps.originNames(chat.device_id, 'campaign', originIds('campaign')),
    deps.originNames(chat.device_id, 'chatbot', originIds('chatbot')),
    deps.filesOf(chat, rows),
    deps.countVotes(chat.device_id, polls),
    deps.store.reactionsTo(
      deps.db,
      chat.device_id,
      rows.filter(({ event }) => event === null).map(({ networkId }) => networkId),
    ),
  ])
  const personOf = (row: TimelineRow) => row.personId ?? writers.get(row.originId ?? '') ?? null
  const authorOf = await findAuthors(deps.namesOf, chat.user_id, rows.map(personOf))
  return {
    files,
    votes,
    reactions: Map.groupBy(reactions, ({ networkId }) => networkId),
    originNames: new Map([...campaigns, ...items]),
    author: (row: TimelineRow): Author | null => authorOf(personOf(row)) ?? null,
    byNetworkId: new Map(rows.map((row) => [row.networkId, row])),
  }
}

function presentEntry(row: TimelineRow, chat: ChatRow, known: Known): ChatEntry {
  const isMessage = row.by !== 'note' && row.by !== 'event'
  const file: MessageFile | null = known.files.get(row.id) ?? null
  const { reason, state } = row
  return {
    id: row.id,
    place: placeText(row),
    at: new Date(row.at).toISOString(),
    type: isMessage ? 'message' : row.by,
    by: isMessage ? row.by : null,
    author: known.author(row),
    originName: known.originNames.get(row.originId ?? '') ?? '',
    senderName: chat.kind === 'group' ? row.senderName : '',
    kind: row.kind ?? kindOfFile(file),
    text: row.text,
    content: row.deleted ? null : contentOf(row, known.votes),
    file: row.deleted ? null : file,
    quoted: row.deleted ? null : quotedIn(row, chat, known.byNetworkId),
    reactions: reactionsOf(row, chat, known),
    editedAt: momentOrNull(row.editedAt),
    deletedAt: row.deleted ? momentOrNull(row.editedAt ?? row.at) : null,
    state: state === 'dropped' ? 'failed' : state,
    sendAt: null,
    sentAt: momentOrNull(row.sentAt),
    deliveredAt: momentOrNull(row.deliveredAt),
    readAt: momentOrNull(row.readAt),
    reason:
      state === 'failed' && reason !== null
        ? ledgerSentence({ state: 'failed', reason, params: {} })
        : null,
    event: eventOf(row),
  }
}

function reactionsOf(row: TimelineRow, chat: ChatRow, { reactions }: Known) {
  return (reactions.get(row.networkId) ?? []).map(({ senderJid, emoji }) => ({
    emoji,
    by: senderJid === '' || chat.kind === 'group' ? '' : chat.name,
    isOurs: senderJid === '',
  }))
}

function eventOf({ event, content }: TimelineRow): ChatEntry['event'] {
  if (event === null || event === 'note') return null
  return { kind: event, params: JSON.parse(content ?? '{}') as Record<string, string> }
}

function kindOfFile(file: MessageFile | null): ChatEntry['kind'] {
  if (!file) return 'text'
  const [type] = file.fileType.split('/')
  return type === 'image' || type === 'video' || type === 'audio' ? type : 'document'
}
