import type { BinaryNode } from 'baileys'
import type { Core } from '../core.ts'
import { noSignature } from '../forgeries.ts'
import type { DeviceAddress } from '../store/companions.ts'
import { SIGNED_PREKEY_ID } from '../store/directory.ts'
import type { ChatKey } from '../store/messages.ts'
import { seconds, uint } from '../wire/stanza.ts'

/** Like phones: ask five times, then give up. */
const MAX_ATTEMPTS = 5

/** A message that a contact could not decrypt; `attrs` address the retry request. */
interface Unread {
  chat: ChatKey
  id: string
  attrs: Record<string, string>
  peer?: string
}

/**
 * Requests a message again that a contact could not decrypt. From the second time on, includes the
 * contact's keys, so that the sender starts a new session. Runs inside a transaction.
 */
export function requestRetry(
  core: Core,
  device: DeviceAddress,
  { chat, id, attrs, peer = chat.contact }: Unread,
): void {
  const { store, clock, directory, mailbox, forgeries } = core
  const attempts =
    store.one<{ attempts: number }>(
      `INSERT INTO undecrypted (phone, contact, id, attempts) VALUES (?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET attempts = attempts + 1 RETURNING attempts`,
      chat.phone,
      chat.contact,
      id,
    )?.attempts ?? 1
  if (attempts > MAX_ATTEMPTS) return
  const t = seconds(clock.now())
  const { speaker } = forgeries
  const keys = directory.keys(chat.contact)
  const content: BinaryNode[] = [
    { tag: 'retry', attrs: { count: String(attempts), id, t, v: '1' } },
    { tag: 'registration', attrs: {}, content: uint(keys.registrationId, 4) },
    ...(attempts > 1 ? [keysNode(core, chat.contact)] : []),
  ]
  mailbox.post(device, {
    class: 'receipt',
    id,
    peer,
    kind: 'retry',
    node: {
      tag: 'receipt',
      attrs: { ...attrs, ...(speaker && { from: speaker }), id, type: 'retry', t },
      content,
    },
  })
}

/** Resets the count once the contact has decrypted the message. */
export function forgetAttempts({ store }: Core, { phone, contact }: ChatKey, id: string): void {
  store.run(
    'DELETE FROM undecrypted WHERE phone = ? AND contact = ? AND id = ?',
    phone,
    contact,
    id,
  )
}

function keysNode({ directory, forgeries }: Core, number: string): BinaryNode {
  const keys = directory.keys(number)
  const signature = forgeries.prekeys.has(number) ? noSignature() : keys.signed.signature
  return {
    tag: 'keys',
    attrs: {},
    content: [
      { tag: 'type', attrs: {}, content: Buffer.from([5]) },
      { tag: 'identity', attrs: {}, content: keys.identity.public },
      prekeyNode(directory.issuePrekey(number)),
      signedPrekeyNode({ id: SIGNED_PREKEY_ID, ...keys.signed, signature }),
    ],
  }
}

export const prekeyNode = (key: { id: number; public: Buffer }): BinaryNode => ({
  tag: 'key',
  attrs: {},
  content: [
    { tag: 'id', attrs: {}, content: uint(key.id, 3) },
    { tag: 'value', attrs: {}, content: key.public },
  ],
})

export const signedPrekeyNode = (key: {
  id: number
  public: Buffer
  signature: Buffer
}): BinaryNode => ({
  tag: 'skey',
  attrs: {},
  content: [
    { tag: 'id', attrs: {}, content: uint(key.id, 3) },
    { tag: 'value', attrs: {}, content: key.public },
    { tag: 'signature', attrs: {}, content: key.signature },
  ],
})
