import type { SandboxChat, SandboxGroup, SandboxMessage } from '@kirim/contract/sandbox'
import { describe, expect, it } from 'vitest'
import { chatRows, matches } from './chat-rows.ts'

const message = (at: string, author: string): SandboxMessage => ({
  id: at,
  direction: 'from-contact',
  kind: 'text',
  text: 'Hi',
  mediaType: null,
  at,
  status: 'sent',
  author,
})
const chat = (contactNumber: string, contactName: string, at: string): SandboxChat => ({
  contactNumber,
  contactName,
  last: message(at, contactNumber),
  unread: 0,
  registered: true,
  online: true,
  hidden: false,
  username: '',
})
const group = (subject: string, createdAt: string, last: SandboxMessage | null): SandboxGroup => ({
  groupId: `1203630000000${subject.length}@g.us`,
  subject,
  members: [
    { phoneNumber: '60111', name: 'Kedai Kopi' },
    { phoneNumber: '60122', name: 'Farah' },
  ],
  createdAt,
  last,
  unread: 0,
})

describe('the list of chats', () => {
  it('orders chats and groups by latest message, or creation for a silent group', () => {
    const rows = chatRows(
      [chat('60122', 'Farah', '2026-11-21T01:00'), chat('60133', '', '2026-11-21T03:00')],
      [
        group('Old', '2026-11-20T00:00', message('2026-11-21T04:00', '60122')),
        group('Silent', '2026-11-21T02:00', null),
      ],
    )
    expect(rows.map(({ title, lastAuthor }) => [title, lastAuthor])).toEqual([
      ['Old', 'Farah'],
      ['60133', ''],
      ['Silent', ''],
      ['Farah', ''],
    ])
  })

  it.each([
    ['kopi', ['Neighbours']],
    ['FARAH', ['Farah', 'Neighbours']],
    ['neigh', ['Neighbours']],
    ['601-22', ['Farah']],
    ['', ['Farah', 'Neighbours']],
    ['nobody', []],
  ])('finds by %j', (search, found) => {
    const rows = chatRows(
      [chat('60122', 'Farah', '2026-11-21T01:00')],
      [group('Neighbours', '2026-11-20T00:00', null)],
    )
    expect(rows.filter((row) => matches(row, search)).map(({ title }) => title)).toEqual(found)
  })
})
