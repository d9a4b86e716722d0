import type { SandboxGroup } from '@kirim/contract/sandbox'
import type { ChatOfPhone, NamesOf, SandboxWorld } from './sandbox.ports.ts'

/**
 * Contacts have the names of their owner's contact list on the sandbox; others are shown by number.
 */
export function createContactNames(namesOf: NamesOf) {
  async function ofGroups(
    userId: string,
    groups: readonly SandboxGroup[],
  ): Promise<SandboxGroup[]> {
    const numbers = groups.flatMap(({ members }) => members.map((member) => member.phoneNumber))
    const names = await namesOf(userId, numbers)
    return groups.map((group) => ({
      ...group,
      members: group.members.map(({ phoneNumber, name }) => ({
        phoneNumber,
        name: names.get(phoneNumber) ?? name,
      })),
    }))
  }

  return {
    ofGroups,

    async ofGroup(userId: string, group: SandboxGroup): Promise<SandboxGroup> {
      const [named = group] = await ofGroups(userId, [group])
      return named
    },

    async ofChats(userId: string, chats: readonly ChatOfPhone[]): Promise<ChatOfPhone[]> {
      const names = await namesOf(
        userId,
        chats.map(({ contactNumber }) => contactNumber),
      )
      return chats.map((chat) => ({
        ...chat,
        contactName: names.get(chat.contactNumber) ?? chat.contactName,
      }))
    },

    /** Messages carry the contact's name. Phones have names of their own. */
    async tell(world: SandboxWorld, userId: string, phone: string, contact: string): Promise<void> {
      if (world.findPhone(userId, contact)) return
      const name = (await namesOf(userId, [contact])).get(contact)
      if (name) world.nameContact(phone, contact, name)
    },
  }
}
