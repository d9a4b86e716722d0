import { CHAT_FILE_MAX_BYTES } from '@kirim/contract/limits'
import type { MessageFile } from '@kirim/contract/message-content'
import type {
  OutgoingContent,
  StoredContent,
  StoredFile,
} from '../../../platform/message-content.ts'
import type { ChatRow, TimelineRow } from '../chats.ports.ts'
import type { ChatFilesStore, FileState, KeptFile } from './chat-files.ports.ts'

/** The files of entries, wherever they are now. */
export function createChatFiles({ received, media }: ChatFilesStore) {
  /** Where the files of these entries are, and what is kept of them. */
  async function placesOf(chat: ChatRow, rows: readonly TimelineRow[]) {
    const inbound = rows.filter((row) => receivedFile(row) !== null).map(({ id }) => id)
    const states = await received.among(chat.device_id, inbound)
    const mediaIds = [
      ...[...states.values()].map(({ mediaId }) => mediaId),
      ...rows.map((row) => (row.hasLeft ? row.mediaId : null)),
    ].filter((id) => id !== null)
    const kept = await media.find(chat.user_id, mediaIds)
    return { states, kept: new Map(kept.map((file) => [file.id, file])) }
  }

  return {
    /** The files of these entries, by the entries' ids. */
    async of(
      chat: ChatRow,
      rows: readonly TimelineRow[],
    ): Promise<ReadonlyMap<string, MessageFile>> {
      const { states, kept } = await placesOf(chat, rows)
      const files = new Map<string, MessageFile>()
      for (const row of rows) {
        const path = `/chats/${chat.id}/entries/${encodeURIComponent(row.id)}/file`
        const stored = receivedFile(row)
        const sent = row.hasLeft && row.mediaId !== null ? kept.get(row.mediaId) : undefined
        if (stored) files.set(row.id, presentReceived(stored, states.get(row.id), kept, path))
        else if (sent) files.set(row.id, presentSent(sent, row, path))
      }
      return files
    },

    /** The kept file of an entry, or its small picture; null when there is none. */
    async keptOf(
      chat: ChatRow,
      row: TimelineRow,
      what: 'file' | 'preview',
    ): Promise<KeptFile | null> {
      if (row.deleted) return null
      const { states } = await placesOf(chat, [row])
      const { mediaId, previewId } = states.get(row.id) ?? { mediaId: row.mediaId, previewId: null }
      const wanted = what === 'preview' ? (previewId ?? mediaId) : mediaId
      const [file] = wanted === null ? [] : await media.find(chat.user_id, [wanted])
      return file ?? null
    },

    /** Whether an entry has a file that the network or the phone may have. */
    isReceived: (row: TimelineRow): boolean => !row.deleted && receivedFile(row) !== null,
  }
}

export type ChatFiles = ReturnType<typeof createChatFiles>

function receivedFile({ hasLeft, event, content }: TimelineRow): StoredFile | null {
  if (hasLeft || event !== null || content === null) return null
  return (JSON.parse(content) as StoredContent).file ?? null
}

function presentReceived(
  stored: StoredFile,
  found: FileState | undefined,
  kept: ReadonlyMap<string, KeptFile>,
  path: string,
): MessageFile {
  const file = kept.get(found?.mediaId ?? '')
  return {
    path: file ? path : null,
    state: file ? 'here' : stateOf(stored, found),
    fileType: file?.fileType ?? stored.fileType,
    fileName: stored.fileName,
    fileSize: file?.fileSize ?? stored.fileSize,
    width: stored.width ?? null,
    height: stored.height ?? null,
    seconds: stored.seconds ?? null,
    pages: stored.pages ?? null,
    isVoice: stored.isVoice ?? false,
    waveform: waveformOf(stored.waveform),
    thumbnail: stored.thumbnail ?? '',
  }
}

/** One that was kept and is erased may still be with the network. */
function stateOf(stored: StoredFile, found: FileState | undefined): MessageFile['state'] {
  if (found && found.state !== 'here') return found.state
  return stored.fileSize > CHAT_FILE_MAX_BYTES ? 'too_large' : 'away'
}

function presentSent(file: KeptFile, row: TimelineRow, path: string): MessageFile {
  const content = row.content === null ? null : (JSON.parse(row.content) as OutgoingContent)
  const said = content?.type === 'message' ? content : null
  const isNamed = !/^(image|video|audio)\//.test(file.fileType)
  return {
    path,
    state: 'here',
    fileType: file.fileType,
    fileName: isNamed ? file.originalName : '',
    fileSize: file.fileSize,
    width: file.facts.width,
    height: file.facts.height,
    seconds: file.facts.seconds,
    pages: null,
    isVoice: said?.isVoice ?? false,
    waveform: waveformOf(said?.waveform),
    thumbnail: file.facts.thumbnail ?? '',
  }
}

function waveformOf(stored: string | undefined): number[] {
  return [...Buffer.from(stored ?? '', 'base64')].map((loudness) => Math.min(100, loudness))
}
