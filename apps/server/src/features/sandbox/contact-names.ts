import type { SandboxGroup } from '@kirim/contract/sandbox'
import type { ChatOfPhone, NamesOf, SandboxWorld } from './sandbox.ports.ts'

/**
 * Contacts have the names of their owner's contact list on the sandbox; others are shown by number.
 */
export function createContactNames(namesOf: NamesOf) {
  async function ofGroups(
    workspaceId: string,
    groups: readonly SandboxGroup[],
  ): Promise<SandboxGroup[]> {
    const numbers = groups.flatMap(({ members }) => members.map((member) => member.phoneNumber))
    const names = await namesOf(workspaceId, numbers)
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

    async ofGroup(workspaceId: string, group: SandboxGroup): Promise<SandboxGroup> {
      const [named = group] = await ofGroups(workspaceId, [group])
      return named
    },

    async ofChats(workspaceId: string, chats: readonly ChatOfPhone[]): Promise<ChatOfPhone[]> {
      const names = await namesOf(
        workspaceId,
        chats.map(({ contactNumber }) => contactNumber),
      )
      return chats.map((chat) => ({
        ...chat,
        contactName: names.get(chat.contactNumber) ?? chat.contactName,
      }))
    },

    /** Messages carry the contact's name. Phones have names of their own. */
    async tell(
      world: SandboxWorld,
      workspaceId: string,
      phone: string,
      contact: string,
    ): Promise<void> {
      if (world.findPhone(workspaceId, contact)) return
      const name = (await namesOf(workspaceId, [contact])).get(contact)
      if (name) world.nameContact(phone, contact, name)
    },
  }
}
