import type { WAMessageKey } from 'baileys'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestClient } from './testing/client.ts'
import { silenceLibsignal } from './testing/quiet.ts'
import { createTestNetwork, type TestNetwork } from './testing/test-network.ts'
import { WAIT_TIMEOUT_MS } from './testing/timeouts.ts'
import type { SendOptions } from './types.ts'

silenceLibsignal()
let world: TestNetwork
let phone: string
let client: TestClient
let contact: string
let next = 60_130_000_001

beforeAll(async () => {
  world = await createTestNetwork()
  const linked = await world.link()
  phone = linked.phone.number
  client = linked.client
})
beforeEach(() => {
  contact = String(next++)
})
afterAll(async () => {
  await world.end()
  expect(world.faults).toEqual([])
})

const pn = () => `${contact}@s.whatsapp.net`
const lid = () => `${world.network.contact(phone, contact).lid}@lid`

async function writes(options: SendOptions = {}): Promise<WAMessageKey> {
  const { id } = await world.network.sendAsContact(phone, contact, { text: 'Hi' }, options)
  return client.until((event) => {
    const found = event['messages.upsert']?.messages.find(({ key }) => key.id === id)
    return found?.key
  })
}

/** The attributes of the next message, which the client does not pass on all of. */
function attrsOfNext(): Promise<Record<string, string>> {
  return new Promise((resolve) => {
    client.socket.ws.once('CB:message', ({ attrs }: { attrs: Record<string, string> }) =>
      resolve(attrs),
    )
  })
}

describe('a person who hides their number', () => {
  it('writes by their LID alone, however the chat was addressed', async () => {
    await writes()
    world.network.setContactHidden(phone, contact, true)
    const key = await writes({ addressing: 'pn' })
    expect(key).toMatchObject({ remoteJid: lid() })
    expect(key.remoteJidAlt).toBeUndefined()
  })

  it('is told by their username where they have one', async () => {
    world.network.setContactHidden(phone, contact, true)
    world.network.setContactUsername(phone, contact, 'siti.kedai')
    const told = attrsOfNext()
    await writes()
    expect(await told).toMatchObject({ from: lid(), username: 'siti.kedai' })
    world.network.setContactUsername(phone, contact, '')
    const without = attrsOfNext()
    await writes()
    expect(await without).not.toHaveProperty('username')
  })

  it('types by their LID alone', async () => {
    world.network.setContactHidden(phone, contact, true)
    world.network.presenceAsContact(phone, contact, 'composing')
    const seen = await client.until(({ 'presence.update': update }) => {
      return update && [lid(), pn()].includes(update.id) ? update.id : undefined
    })
    expect(seen).toBe(lid())
  })

  it('reveals it with the next message', async () => {
    world.network.setContactHidden(phone, contact, true)
    await writes()
    world.network.setContactHidden(phone, contact, false)
    expect(await writes()).toMatchObject({ remoteJid: lid(), remoteJidAlt: pn() })
  })

  it('or the phone tells whose the LID is, before they write again', async () => {
    world.network.setContactHidden(phone, contact, true)
    await writes()
    const numberOf = () => client.socket.signalRepository.lidMapping.getPNForLID(lid())
    expect(await numberOf()).toBeNull()
    await world.network.revealNumber(phone, contact)
    await vi.waitFor(async () => expect(await numberOf()).toMatch(contact), WAIT_TIMEOUT_MS)
    expect(world.network.contact(phone, contact).hidden).toBe(false)
  })
})

it.each(['pn', 'lid'] as const)('a %s alone names no other address', async (addressing) => {
  const key = await writes({ addressing, alone: true })
  expect(key.remoteJid).toBe(addressing === 'pn' ? pn() : lid())
  expect(key.remoteJidAlt).toBeUndefined()
})

it('a member of a group is told by their username, too', async () => {
  world.network.setContactUsername(phone, contact, 'siti.kedai')
  const members = [contact, String(next++)]
  const group = world.network.createGroup({ owner: phone, subject: 'Jualan', members })
  const told = attrsOfNext()
  await world.network.sendToGroup(group.id, contact, { text: 'Hi' })
  expect(await told).toMatchObject({ from: group.id, participant_username: 'siti.kedai' })
})
