import { expect, test } from 'vitest'
import type { PushDueTable } from '../../../platform/database/schema/chat-waits.ts'
import type { ChatRow } from '../chats.ports.ts'
import { payloadOf } from './push-payload.ts'

const due = { kind: 'mine', user_id: 'w' } as PushDueTable
const chat = { id: 'c', preview: 'hello' } as ChatRow

test.each([
  ['Siti 2026', 'Siti 2026'],
  ['60131000001', ''],
  ['+60 13-100 0001', ''],
  ['(013) 100.00.01', ''],
])('a push about %s names %s', (name, shown) => {
  expect(payloadOf(due, chat, name, false)).toMatchObject({ name: shown, text: '' })
})
