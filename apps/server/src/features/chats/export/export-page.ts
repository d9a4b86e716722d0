import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { Chat } from '@kirim/contract/chats'
import { localMoment } from '../../../platform/export/local-moment.ts'

const STYLE = `
  body { font: 15px/1.45 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  article { margin: 0 0 .75rem; padding: .5rem .75rem; border-radius: .5rem; background: #f1f1ee }
  article.out { background: #dff1e8; margin-left: 4rem }
  article.note { background: #fdf3d7 }
  article.event { background: none; color: #555; text-align: center }
  header { font-size: 12px; color: #555 }
  p { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
  blockquote { margin: .25rem 0; padding-left: .5rem; border-left: 3px solid #999; color: #555 }
  img { max-width: 100%; max-height: 24rem }
`

export function pageHead(chat: Chat): string {
  const title = escaped(chat.name || chat.phoneNumber || 'Chat')
  const number = chat.phoneNumber ? `<p>${escaped(chat.phoneNumber)}</p>` : ''
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>${STYLE}</style><h1>${title}</h1>${number}\n`
}

/** An entry with its file, which stands in the archive under this path. */
export function entryHtml(entry: ChatEntry, timeZone: string, filePath: string | null): string {
  const at = localMoment(Date.parse(entry.at), timeZone)
  const lines = [
    `<header>${escaped(writerOf(entry))} · <time datetime="${escaped(entry.at)}">${at}</time>${stateOf(entry)}</header>`,
    entry.quoted ? `<blockquote>${escaped(entry.quoted.text)}</blockquote>` : '',
    filePath ? fileHtml(entry, filePath) : '',
    entry.text ? `<p>${escaped(entry.text)}</p>` : '',
    entry.content ? `<p>${escaped(contentText(entry.content))}</p>` : '',
    entry.reactions.length > 0
      ? `<p>${escaped(entry.reactions.map(({ emoji }) => emoji).join(' '))}</p>`
      : '',
  ]
  return `<article class="${classOf(entry)}">${lines.join('')}</article>\n`
}

function classOf({ type, by }: ChatEntry): string {
  if (type !== 'message') return type
  return by === 'person' ? 'in' : 'out'
}

function writerOf({ type, by, author, originName, senderName, event }: ChatEntry): string {
  if (type === 'event') return event?.kind.replaceAll('_', ' ') ?? ''
  if (author?.name) return author.name
  return senderName || originName || by || ''
}

function stateOf({ state, deletedAt, editedAt }: ChatEntry): string {
  const words = [state, editedAt && 'edited', deletedAt && 'deleted'].filter(Boolean)
  return words.map((word) => ` · ${word}`).join('')
}

function contentText(content: NonNullable<ChatEntry['content']>): string {
  switch (content.type) {
    case 'location':
      return [content.name, content.address, `${content.latitude}, ${content.longitude}`]
        .filter(Boolean)
        .join('\n')
    case 'contacts':
      return content.contacts
        .map(({ name, phoneNumbers }) => [name, ...phoneNumbers].join(' '))
        .join('\n')
    case 'poll':
      return [
        content.question,
        ...content.options.map(({ name, votes }) => `${votes} ${name}`),
      ].join('\n')
    case 'link':
      return [content.title, content.url].filter(Boolean).join('\n')
    case 'call':
      return `Call, ${content.outcome}`
    case 'view_once':
      return 'Can be opened once, on the phone'
    case 'system':
      return content.code.replaceAll('_', ' ')
  }
}

function fileHtml({ file }: ChatEntry, path: string): string {
  const address = escaped(path.split('/').map(encodeURIComponent).join('/'))
  if (file?.fileType.startsWith('image/')) return `<p><img src="${address}" alt=""></p>`
  return `<p><a href="${address}">${escaped(file?.fileName || path)}</a></p>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
}
