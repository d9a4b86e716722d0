import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { MessageFile } from '@kirim/contract/message-content'

/** By default a text that the person wrote. */
export function entryOf(given: Partial<ChatEntry> = {}): ChatEntry {
  return {
    id: 'e1',
    place: 'p1',
    at: '2026-11-27T08:41:00.000Z',
    type: 'message',
    by: 'person',
    author: null,
    originName: '',
    senderName: '',
    kind: 'text',
    text: 'Boleh simpan 2 cawan?',
    content: null,
    file: null,
    quoted: null,
    reactions: [],
    editedAt: null,
    deletedAt: null,
    state: null,
    sendAt: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    reason: null,
    event: null,
    ...given,
  }
}

/** By default a picture that Kirim has. */
export function fileOf(given: Partial<MessageFile> = {}): MessageFile {
  return {
    path: '/chats/c1/entries/e1/file',
    state: 'here',
    fileType: 'image/jpeg',
    fileName: '',
    fileSize: 84_000,
    width: 800,
    height: 600,
    seconds: null,
    pages: null,
    isVoice: false,
    waveform: [],
    thumbnail: '',
    ...given,
  }
}
