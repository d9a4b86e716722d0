import type { proto } from 'baileys'
import type { Core } from './core.ts'
import { SandboxError } from './errors.ts'
import { type NamedMessage, quoting, reactionTo, voteOn } from './messaging/answers.ts'
import type { Calls } from './messaging/calls.ts'
import { deletionOf, editOf } from './messaging/changes.ts'
import type { GroupOutgoing } from './messaging/group-outgoing.ts'
import type { MailboxItem } from './messaging/mailbox.ts'
import type { Outgoing } from './messaging/outgoing.ts'
import { memberJid } from './messaging/peer.ts'
import type { Presenter } from './messaging/presenter.ts'
import type { MessageRow } from './store/messages.ts'
import type { Group, MessageMark, StoredMessage } from './types.ts'
import { lidJid, seconds, userJid } from './wire/stanza.ts'

/** Messages of a chat that are read at once. */
const PAGE = 50

function readOnPhone({ id, phone, contact }: MessageRow, now: number): MailboxItem {
  const attrs = { from: userJid(phone), recipient: userJid(contact), id, type: 'read' }
  return {
    class: 'receipt',
    id,
    peer: phone,
    kind: 'read',
    node: { tag: 'receipt', attrs: { ...attrs, t: seconds(now) } },
  }
}

interface Parts {
  core: Core
  presenter: Presenter
  outgoing: Outgoing
  groupOutgoing: GroupOutgoing
  calls: Calls
}

/** What contacts do with their messages afterwards, and their calls. */
export function createChangeActions(parts: Parts) {
  const { core, presenter, outgoing, groupOutgoing, calls } = parts
  const { store, clock, phones, groups, directory, messages } = core

  function written(phone: string, chat: string, id: string): MessageRow {
    phones.get(phone)
    const row = messages.find({ phone, contact: chat }, 'from-contact', id)
    if (!row || row.kind === 'protocol' || row.kind === 'call' || row.mark === 'deleted') {
      throw new SandboxError('message_unknown', 'The contact has written no such message.')
    }
    return row
  }

  function mark(row: MessageRow, mark: MessageMark, text: string): void {
    const copies = row.author === null ? [row] : messages.copiesOf(row.contact, row.id)
    store.transaction(() => {
      for (const copy of copies) {
        messages.setMark(copy.seq, mark, text)
        presenter.announceMark(copy, mark)
      }
    })
  }

  function authorJid(group: Group, author: string): string {
    return memberJid(group.addressing, directory.contact(group.owner, author))
  }

  /** Any message of a chat, as a contact of it names it. Throws `message_unknown`. */
  function named(phone: string, chat: string, id: string, by: string): NamedMessage {
    phones.get(phone)
    const find = (direction: MessageRow['direction']) =>
      messages.find({ phone, contact: chat }, direction, id)
    const row = find('to-contact') ?? find('from-contact')
    if (!row) throw new SandboxError('message_unknown', 'There is no such message.')
    const group = groups.find(chat)
    const author = row.author ?? (row.direction === 'to-contact' ? phone : chat)
    const authorAddress = group ? authorJid(group, author) : userJid(author)
    const chatJid = group ? chat : userJid(author === by ? phone : by)
    return { row, chatJid, authorJid: authorAddress, isOwn: author === by }
  }

  /** Sends what a contact adds to a chat; in a group as one of its members. */
  async function add(phone: string, chat: string, by: string, content: proto.IMessage) {
    const group = groups.find(chat)
    if (group) await groupOutgoing.send(group, by, content, {})
    else await outgoing.send({ phone, contact: chat }, content, {})
  }

  return {
    /** The owner reads a chat with a contact on the phone, which tells its devices. */
    readOnPhone(phone: string, contact: string): void {
      phones.get(phone)
      const last = messages
        .page({ phone, contact }, PAGE, Number.MAX_SAFE_INTEGER)
        .filter(({ direction }) => direction === 'from-contact')
      const newest = last.at(-1)
      if (!newest) return
      store.transaction(() => {
        for (const row of last) messages.setStatus(row.seq, 'read')
        for (const device of core.companions.ofPhone(phone)) {
          core.mailbox.post(device, readOnPhone(newest, clock.now()))
        }
      })
    },
    /**
     * A contact votes in a poll, in place of an earlier vote; `by` is a member of a group. Throws
     * `message_unknown`.
     */
    async voteAsContact(
      phone: string,
      chat: string,
      id: string,
      options: readonly string[],
      by: string = chat,
    ): Promise<void> {
      const poll = named(phone, chat, id, by)
      const group = groups.find(chat)
      const { hidden, lid } = directory.contact(phone, by)
      const own = hidden ? lidJid(lid) : userJid(by)
      const voter = group ? authorJid(group, by) : own
      const creator = poll.isOwn ? voter : poll.authorJid
      await add(phone, chat, by, voteOn(poll, options, { creator, voter }, clock.now()))
    },
    /** A contact reacts to a message; an empty emoji takes it back. Throws `message_unknown`. */
    async reactAsContact(
      phone: string,
      chat: string,
      id: string,
      emoji: string,
      by: string = chat,
    ): Promise<void> {
      const content = reactionTo(named(phone, chat, id, by), emoji, clock.now())
      await add(phone, chat, by, content)
    },
    /** The content of a message that quotes another one. Throws `message_unknown`. */
    quoting: (phone: string, chat: string, id: string, content: proto.IMessage): proto.IMessage =>
      quoting(content, named(phone, chat, id, chat)),
    /**
     * A contact deletes a message for everybody; in a group its author does, or `by`, who created
     * the group. Throws `message_unknown`, `not_allowed`.
     */
    async deleteMessage(phone: string, chat: string, id: string, by?: string): Promise<void> {
      const row = written(phone, chat, id)
      const group = groups.find(chat)
      if (!group) await outgoing.send({ phone, contact: chat }, deletionOf(row), {})
      else {
        const author = row.author ?? ''
        const deleter = by ?? author
        if (deleter !== author && deleter !== group.owner) {
          throw new SandboxError('not_allowed', 'Only its author and who made the group may.')
        }
        const content = deletionOf(row, deleter === author ? undefined : authorJid(group, author))
        await groupOutgoing.send(group, deleter, content, {})
      }
      mark(row, 'deleted', '')
    },
    /** A contact edits a message. Throws `message_unknown`, `not_allowed`. */
    async editMessage(phone: string, chat: string, id: string, text: string): Promise<void> {
      const row = written(phone, chat, id)
      const group = groups.find(chat)
      const content = editOf(row, text, clock.now())
      if (group) await groupOutgoing.send(group, row.author ?? '', content, {})
      else await outgoing.send({ phone, contact: chat }, content, {})
      mark(row, 'edited', text)
    },
    /**
     * The contact calls the phone, in a group's call when one is named. Throws `phone_unknown`,
     * `number_unregistered`.
     */
    callAsContact(phone: string, contact: string, options: { group?: string } = {}): StoredMessage {
      phones.get(phone)
      return presenter.message(calls.offer({ phone, contact }, options))
    },
    /** The contact cancels a call that is still ringing. */
    hangUp(phone: string, contact: string, callId: string): void {
      phones.get(phone)
      calls.hangUp({ phone, contact }, callId)
    },
  }
}
