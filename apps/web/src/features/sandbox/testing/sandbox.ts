import type {
  SandboxChat,
  SandboxGroup,
  SandboxMessage,
  SandboxPhone,
} from '@kirim/contract/sandbox'

export function phoneOf(given: Partial<SandboxPhone> = {}): SandboxPhone {
  return { phoneNumber: '60111', name: 'Kedai Kopi', linked: true, online: true, ...given }
}

export function messageOf(given: Partial<SandboxMessage> = {}): SandboxMessage {
  return {
    id: 'm1',
    direction: 'to-contact',
    kind: 'text',
    text: 'Selamat pagi',
    mediaType: null,
    at: '2026-11-21T01:00:00.000Z',
    status: 'read',
    author: '60111',
    ...given,
  }
}

export function chatOf(given: Partial<SandboxChat> = {}): SandboxChat {
  return {
    contactNumber: '60122',
    contactName: 'Farah',
    last: null,
    unread: 0,
    registered: true,
    online: true,
    hidden: false,
    username: '',
    ...given,
  }
}

export function groupOf(given: Partial<SandboxGroup> = {}): SandboxGroup {
  return {
    groupId: '120363000000000001@g.us',
    subject: 'Kawan kopi',
    members: [
      { phoneNumber: '60111', name: 'Kedai Kopi' },
      { phoneNumber: '60122', name: 'Farah' },
    ],
    createdAt: '2026-11-21T00:00:00.000Z',
    last: null,
    unread: 0,
    ...given,
  }
}

/** The calls that the pages of the phone 60111 make. */
export const PHONE = '/sandbox/phones/60111'
export const CHATS = `${PHONE}/chats`
export const MESSAGES = `${CHATS}/60122/messages`
