import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { ChatEntry } from '@kirim/contract/chat-entries'
import type { Chat } from '@kirim/contract/chats'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import type { Caller } from '../../../platform/caller.ts'
import { shownOf, shownTo } from '../../../platform/hidden-numbers/shown-to.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import { type EntryDeps, presentEntries } from '../entries/present-entries.ts'
import type { ChatFilesStore } from '../files/chat-files.ports.ts'
import type { ChatFiles } from '../files/chat-files.ts'
import { entryHtml, pageHead } from './export-page.ts'

const PAGE = 100
const NAME_LETTERS = 80
const Entries = z.array(ChatEntry)

export interface ExportDeps extends EntryDeps {
  readonly store: Pick<ChatsStore, 'timeline' | 'reactionsTo'>
  readonly files: Pick<ChatFiles, 'keptOf'>
  readonly fileStore: Pick<ChatFilesStore, 'media'>
}

interface Exported {
  readonly caller: Caller
  readonly row: ChatRow
  readonly chat: Chat
  readonly timeZone: string
}

interface NamedFile {
  readonly path: string
  readonly name: string
}

/** A chat as an archive, written as fast as it is read: its page, oldest first, then its files. */
export async function* zipOfChat(deps: ExportDeps, exported: Exported): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const packed = zip.outputStream as Readable
  zip.on('error', (error: Error) => packed.destroy(error))
  const files: NamedFile[] = []
  const page = Readable.from(pageOf(deps, exported, files)).once('end', () => {
    // Pictures, sounds and videos are compressed already.
    for (const { path, name } of files) zip.addFile(path, name, { compress: false })
    zip.end()
  })
  // The archive does not handle errors of its inputs.
  page.once('error', (error) => packed.destroy(error))
  zip.addReadStream(page, 'chat.html')
  try {
    for await (const part of packed) yield part as Buffer
  } finally {
    // The consumer may have stopped early.
    page.destroy()
    packed.destroy()
  }
}

/** The page; its files are added to the list. */
async function* pageOf(
  deps: ExportDeps,
  { caller, row, chat, timeZone }: Exported,
  files: NamedFile[],
): AsyncGenerator<Buffer> {
  yield Buffer.from(pageHead(chat))
  let after = { at: 0, hasLeft: false, id: '' }
  for (;;) {
    const rows = await deps.store.timeline({ chatId: row.id, before: null, after, limit: PAGE })
    const presented = await presentEntries(deps, row, rows)
    const entries = shownOf(caller, row.number, shownTo(caller, Entries, presented))
    let html = ''
    for (const [n, entry] of entries.entries()) {
      const stored = rows[n]
      const file = entry.file && stored ? await fileOf(deps, row, stored, files.length) : null
      if (file) files.push(file)
      html += entryHtml(entry, timeZone, file?.name ?? null)
    }
    if (html) yield Buffer.from(html)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last
    await setImmediate()
  }
}

async function fileOf(
  { files, fileStore }: ExportDeps,
  chat: ChatRow,
  row: Parameters<ChatFiles['keptOf']>[1],
  n: number,
): Promise<NamedFile | null> {
  const kept = await files.keptOf(chat, row, 'file')
  const path = kept && (await fileStore.media.localPath(kept.fileName))
  if (!kept || !path) return null
  const written = kept.originalName
    .replace(/[^\p{L}\p{N}. _-]/gu, '_')
    .slice(-NAME_LETTERS)
    .toWellFormed()
  return { path, name: `files/${String(n + 1).padStart(4, '0')} ${written || kept.fileName}` }
}
