import type { Core } from './core.ts'
import { SandboxError } from './errors.ts'
import type { Calls } from './messaging/calls.ts'
import { deletionOf, editOf } from './messaging/changes.ts'
import type { GroupOutgoing } from './messaging/group-outgoing.ts'
import type { Outgoing } from './messaging/outgoing.ts'
import { memberJid } from './messaging/peer.ts'
import type { Presenter } from './messaging/presenter.ts'
import type { MessageRow } from './store/messages.ts'
import type { Group, MessageMark, StoredMessage } from './types.ts'

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

  return {
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
