import { mayDo } from '@kirim/contract/roles'
import { personRows } from '../features/accounts/people.ts'
import type { PersonPort } from '../features/chats/contact/contact.ports.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { createMembershipsRepository } from '../features/workspaces/memberships.repository.ts'
import type { Base } from './base.ts'
import type { Campaigns } from './campaigns.ts'
import type { Contacts } from './contacts.ts'
import type { OptOuts } from './opt-outs.ts'

interface ChatPersonNeeds {
  readonly contacts: Contacts
  readonly optOuts: OptOuts
  readonly campaigns: Campaigns
}

/** What chats are told of the people they are with, and of those who answer them. */
export function wireChatPerson(
  { db, realtimeServer }: Base,
  { contacts, optOuts, campaigns }: ChatPersonNeeds,
): PersonPort {
  const { networkNumbers, fields } = contacts
  const memberships = createMembershipsRepository(db, personRows)
  const devices = createKnownDevices(db)
  const sheetOf = contacts.sheetOf({
    outAmong: optOuts.outAmong,
    history: { campaignsOf: campaigns.ofPerson, optOutChanges: optOuts.changesOf },
  })
  return {
    sheetOf: async (sight, number) =>
      sheetOf(sight, await networkNumbers.asWritten(sight.workspaceId, number)),
    async consentOf(sight, { number, lid }) {
      const written = number && (await networkNumbers.asWritten(sight.workspaceId, number))
      return optOuts.consentOf(sight, { phoneNumber: written, lid })
    },
    async readingOf(workspaceId, number) {
      const written = number && (await networkNumbers.asWritten(workspaceId, number))
      const known = written ? await contacts.contacts.personOf(workspaceId, written) : null
      const keys = await fields.keys(workspaceId)
      return {
        name: known?.name ?? '',
        fields: new Map(keys.map((key) => [key, known?.values[key] ?? ''])),
      }
    },
    numberName: async (deviceId) => (await devices.nameOf(deviceId)) ?? '',
    async teamOf(workspaceId) {
      const [people, here] = await Promise.all([
        memberships.people(workspaceId),
        realtimeServer.present(workspaceId),
      ])
      return people
        .map(({ id, name, role }) => ({
          id,
          name,
          mayWrite: mayDo(role, 'chats:write'),
          isHere: here.has(id),
        }))
        .sort((a, b) => a.name.localeCompare(b.name))
    },
  }
}

export type ChatPerson = ReturnType<typeof wireChatPerson>
