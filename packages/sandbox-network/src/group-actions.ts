import type { BinaryNode, proto } from 'baileys'
import type { Core } from './core.ts'
import { SandboxError } from './errors.ts'
import { groupChat, groupNode, timerNode } from './iq/groups.ts'
import type { GroupOutgoing } from './messaging/group-outgoing.ts'
import { memberJid, memberPeer, participantAttrs } from './messaging/peer.ts'
import type { Presenter } from './messaging/presenter.ts'
import type { Addressing, Group, GroupChat, OutgoingContent, StoredMessage } from './types.ts'
import { setTimer } from './weather/disappearing.ts'
import { seconds, stanzaId } from './wire/stanza.ts'

interface Parts {
  core: Core
  presenter: Presenter
  groupOutgoing: GroupOutgoing
  compose(content: OutgoingContent): Promise<proto.IMessage>
}

/** Actions on groups, for users and tests. */
export function createGroupActions(parts: Parts) {
  const { core, presenter, groupOutgoing, compose } = parts
  const { store, clock, phones, directory, companions, groups, messages, mailbox } = core

  /** Notifies the devices of its phones of a new group. */
  function announce(group: Group): void {
    tell(group, { tag: 'create', attrs: {}, content: [groupNode(core, group)] })
    presenter.announceGroup(group)
  }

  /** Notifies the devices of the group's phones of a change by its owner. */
  function tell(group: Group, change: BinaryNode): void {
    const owner = directory.contact(group.owner, group.owner)
    for (const { number } of group.members) {
      for (const device of companions.ofPhone(number)) {
        const id = stanzaId()
        mailbox.post(device, {
          class: 'notification',
          id,
          peer: memberPeer(group.id, group.owner),
          kind: 'w:gp2',
          node: {
            tag: 'notification',
            attrs: {
              from: group.id,
              type: 'w:gp2',
              id,
              ...participantAttrs(group.addressing, owner),
              t: seconds(clock.now()),
              notify: owner.name,
            },
            content: [change],
          },
        })
      }
    }
  }

  return {
    /**
     * Creates a group of a phone and other numbers: contacts, or phones of the same owner. Throws
     * `phone_unknown`, `number_invalid`, `number_taken`, `number_unregistered`, `group_invalid`.
     */
    createGroup({
      owner,
      subject,
      members,
      addressing = 'lid',
    }: {
      owner: string
      subject: string
      members: readonly string[]
      /** Default `lid`, as the real network makes new groups. */
      addressing?: Addressing
    }): Group {
      const holder = phones.get(owner).owner
      if (members.some((number) => (phones.find(number)?.owner ?? holder) !== holder)) {
        throw new SandboxError(
          'number_taken',
          'One of these numbers is the phone of somebody else.',
        )
      }
      if (!members.every((number) => directory.contact(owner, number).registered)) {
        throw new SandboxError('number_unregistered', 'One of these numbers is not on the network.')
      }
      return store.transaction(() => {
        const group = groups.create({ owner, subject, members, addressing }, clock.now())
        announce(group)
        return group
      })
    },
    findGroup: (id: string): Group | undefined => groups.find(id),
    /**
     * The groups of a phone, the one with the latest message first. Their messages:
     * `messages(phone, group.id)`.
     */
    groups(phone: string): GroupChat[] {
      phones.get(phone)
      const unread = messages.unread(phone)
      return groups
        .ofMember(phone)
        .map((group): GroupChat => {
          const [last] = messages.page({ phone, contact: group.id }, 1, Number.MAX_SAFE_INTEGER)
          return {
            group,
            ...(last && { last: presenter.message(last) }),
            unread: unread.get(group.id) ?? 0,
          }
        })
        .sort((a, b) => latest(b) - latest(a))
    },
    /**
     * Writes into a group as one of its members, a contact or a phone. Devices that are not
     * connected get the message later. Throws `group_unknown`, `not_a_member`,
     * `number_unregistered`.
     */
    async sendToGroup(
      id: string,
      author: string,
      content: OutgoingContent,
      options: { messageId?: string } = {},
    ): Promise<StoredMessage> {
      return groupOutgoing.send(groups.get(id), author, await compose(content), options)
    },
    /** Sets the seconds after which messages disappear; 0 for never. Throws `group_unknown`. */
    setGroupTimer(id: string, after: number): void {
      const group = groups.get(id)
      store.transaction(() => {
        setTimer(core, groupChat(group), after)
        tell(group, timerNode(after) ?? { tag: 'not_ephemeral', attrs: {} })
      })
    },
    /** Announces a new number for a member whose number has not changed. Throws `group_unknown`. */
    announceNewNumber(id: string, member: string): void {
      const group = groups.get(id)
      const jid = memberJid(group.addressing, directory.contact(group.owner, member))
      const participant: BinaryNode = { tag: 'participant', attrs: { jid } }
      store.transaction(() => tell(group, { tag: 'modify', attrs: {}, content: [participant] }))
    },
  }
}

const latest = ({ group, last }: GroupChat): number => last?.at ?? group.createdAt
