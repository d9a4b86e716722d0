import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import { SandboxError } from '../errors.ts'
import type { DeviceAddress } from '../store/companions.ts'
import type { ChatKey, MessageRow } from '../store/messages.ts'
import { children, lidJid, required, seconds, stanzaId, userJid } from '../wire/stanza.ts'
import type { Presenter } from './presenter.ts'

/** Calls of contacts, which a device may reject but never answers. */
export type Calls = ReturnType<typeof createCalls>

export function createCalls(core: Core, presenter: Presenter) {
  const { store, clock, directory, companions, messages, mailbox } = core

  function post(row: MessageRow, tag: 'offer' | 'terminate', more: Record<string, string>): void {
    const { phone, contact, id } = row
    const { lid, hidden } = directory.contact(phone, contact)
    const pn = userJid(contact)
    const from = hidden || row.addressing === 'lid' ? lidJid(lid) : pn
    const number = hidden ? {} : { caller_pn: pn }
    for (const device of companions.ofPhone(phone)) {
      const stanza = stanzaId()
      mailbox.post(device, {
        class: 'call',
        id: stanza,
        peer: contact,
        node: {
          tag: 'call',
          attrs: { from, id: stanza, t: seconds(clock.now()) },
          content: [{ tag, attrs: { 'call-id': id, 'call-creator': from, ...number, ...more } }],
        },
      })
    }
  }

  function end(row: MessageRow | undefined, mark: 'rejected' | 'missed'): boolean {
    if (row?.kind !== 'call' || row.mark !== null) return false
    messages.setMark(row.seq, mark, row.text)
    presenter.announceMark(row, mark)
    return true
  }

  const find = (chat: ChatKey, id: string) => messages.find(chat, 'from-contact', id)

  return {
    /** Rings on all devices of the phone; those that are not connected are notified later. */
    offer(chat: ChatKey, { group }: { group?: string }): MessageRow {
      if (!directory.reach(chat.phone, chat.contact)) {
        throw new SandboxError('number_unregistered', 'This number is not on the network.')
      }
      return store.transaction(() => {
        const row = messages.add({
          ...chat,
          direction: 'from-contact',
          id: randomBytes(16).toString('hex').toUpperCase(),
          kind: 'call',
          text: '',
          media: undefined,
          content: Buffer.alloc(0),
          at: clock.now(),
          status: 'read',
          addressing: messages.lastAddressing(chat),
          dueAt: undefined,
          author: null,
        })
        post(row, 'offer', group === undefined ? {} : { type: 'group', 'group-jid': group })
        presenter.announceMessage(row)
        return row
      })
    },
    /** The contact hangs up. */
    hangUp: (chat: ChatKey, id: string): void =>
      store.transaction(() => {
        const row = find(chat, id)
        if (row && end(row, 'missed')) post(row, 'terminate', { reason: 'timeout' })
      }),
    /** Handles a device's answer to a call. */
    receive(connection: Connection, { phone }: DeviceAddress, node: BinaryNode): void {
      const to = required(node, 'to')
      const [answer] = children(node)
      const contact = directory.numberOf(to)
      if (answer?.tag === 'reject' && contact !== undefined) {
        store.transaction(
          () => void end(find({ phone, contact }, required(answer, 'call-id')), 'rejected'),
        )
      }
      connection.send({
        tag: 'ack',
        attrs: { class: 'call', id: required(node, 'id'), from: to, type: answer?.tag ?? '' },
      })
    },
  }
}
