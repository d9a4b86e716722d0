import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { Chat } from '@kirim/contract/chats'
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

/** By default one that waits for an answer, with everything read. */
export function chatOf(given: Partial<Chat> = {}): Chat {
  return {
    id: 'c1',
    deviceId: 'd1',
    kind: 'individual',
    name: 'Nurul Huda',
    phoneNumber: '60123456714',
    username: '',
    queue: 'unanswered',
    preview: 'Boleh simpan 2 cawan?',
    previewKind: 'text',
    lastBy: 'person',
    lastAuthor: null,
    lastAt: '2026-11-27T08:41:00.000Z',
    unread: 0,
    waitingSince: '2026-11-27T08:41:00.000Z',
    assignedTo: null,
    labelIds: [],
    openedAt: '2026-11-27T08:41:00.000Z',
    closedAt: null,
    snoozedUntil: null,
    chatbotPausedUntil: null,
    ...given,
  }
}
