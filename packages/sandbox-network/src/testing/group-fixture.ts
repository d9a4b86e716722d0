import type { WAMessage } from 'baileys'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { Addressing, Group, Phone, StoredMessage } from '../types.ts'
import type { TestClient } from './client.ts'
import { silenceLibsignal } from './quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from './test-network.ts'
import { WAIT_TIMEOUT_MS } from './timeouts.ts'

/**
 * A network with one linked phone, for tests of groups. Created before a file's tests and stopped
 * after them.
 */
export interface GroupFixture {
  world: TestNetwork
  phone: Phone
  /** Replace it when it is closed. */
  client: TestClient
  /** Returns three numbers that no test has used. */
  newMembers(): readonly [string, string, string]
  newId(): string
  newGroup(members: readonly string[], addressing?: Addressing): Group
  /** Waits for a message as decrypted by a client. */
  received(id: string, by?: TestClient, type?: 'notify' | 'append'): Promise<WAMessage>
  list(group: Group): StoredMessage[]
  /** Waits until all members have read the message. */
  allRead(id: string): Promise<unknown>
  /** Waits until every member's phone has the message, if necessary after a retry. */
  allHave(group: Group, id: string): Promise<void>
}

export function useGroupFixture(): GroupFixture {
  silenceLibsignal()
  let number = 60_140_000_001
  let message = 1
  const here: GroupFixture = {
    // These three are set before the first test.
    ...({} as Pick<GroupFixture, 'world' | 'phone' | 'client'>),
    newMembers: () => [String(number++), String(number++), String(number++)],
    newId: () => `3EB0EE${String(message++).padStart(6, '0')}`,
    newGroup: (members, addressing = 'lid') =>
      here.world.network.createGroup({
        owner: here.phone.number,
        subject: 'Neighbours',
        members,
        addressing,
      }),
    received: (id, by = here.client, type) =>
      by.until<WAMessage>((event) => {
        const upsert = event['messages.upsert']
        if (type && upsert?.type !== type) return undefined
        return upsert?.messages.find(({ key, message }) => key.id === id && message)
      }),
    list: (group) => here.world.network.messages(here.phone.number, group.id),
    allRead: (id) =>
      nextEvent(
        here.world.network,
        'status',
        (event) => event.id === id && event.status === 'read',
      ),
    allHave: (group, id) =>
      vi.waitFor(() => {
        const sent = here.list(group).find((each) => each.id === id)
        expect(sent?.receipts).toHaveLength(group.members.length - 1)
      }, WAIT_TIMEOUT_MS),
  }

  beforeAll(async () => {
    here.world = await createTestNetwork()
    Object.assign(here, await here.world.link())
  })
  afterAll(async () => {
    await here.world.end()
    expect(here.world.faults).toEqual([])
  })
  return here
}
