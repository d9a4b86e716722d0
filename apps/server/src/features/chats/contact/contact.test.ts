import type { Session } from '@kirim/contract/accounts'
import type { ChatContact, PersonNote } from '@kirim/contract/chat-contact'
import type { ChatPerson } from '@kirim/contract/chat-people'
import type { Contact } from '@kirim/contract/contacts'
import type { Device } from '@kirim/contract/devices'
import { PERSON_NOTES_MAX } from '@kirim/contract/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { joinWorkspace } from '../../../testing/join-workspace.ts'
import { seedChat } from '../../../testing/seed-chat.ts'
import { type Caller, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { linkDevice } from '../../../testing/test-browser.ts'

const NURUL = '60123456714'
const STRANGER = '60123456715'

describe.each(journeyEngines)('the person of a chat on %s', (engine) => {
  let app: TestApp
  let db: Db
  let owner: Session
  let device: Device
  let call: Caller
  /** An agent who sees own chats, and no phone numbers. */
  let callAsAgent: Caller
  let farid: Session
  let chatId: string
  let otherChatId: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    db = app.openDatabase()
    owner = await app.newUser('Aisyah')
    call = (method, path, options) => app.call(method, path, { token: owner.token, ...options })
    await db
      .updateTable('workspaces')
      .set({ membership_plan: 'Pro' })
      .where('id', '=', owner._id)
      .execute()
    device = await linkDevice(app, owner)
    const other = await linkDevice(app, owner)
    await call('POST', '/contact-fields', { body: { label: 'City' } })
    const added = await call('POST', '/contacts', {
      body: { name: 'Nurul Huda', phoneNumber: NURUL },
    })
    const { _id } = added.body as Contact
    await call('PUT', `/contacts/${_id}`, { body: { fields: { city: 'Bangi' }, tags: ['VIP'] } })
    farid = await app.newUser('Farid')
    callAsAgent = await joinWorkspace(app, db, owner._id, farid, {
      role: 'agent',
      sees: 'chats',
    })
    await db
      .updateTable('memberships')
      .set({ hides_numbers: 1 })
      .where('person_id', '=', farid._id)
      .execute()
    const chat = { workspaceId: owner._id, deviceId: device.id, chatKey: NURUL }
    chatId = await seedChat(db, chat)
    otherChatId = await seedChat(db, {
      ...chat,
      deviceId: other.id,
      assignedTo: owner._id,
    })
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })

  const contact = async (by: Caller, id = chatId) =>
    (await by('GET', `/chats/${id}/contact`)).body as ChatContact
  const note = (by: Caller, text: string, id = chatId) =>
    by('POST', `/chats/${id}/person-notes`, { body: { text } })
  const filled = async (text: string, id = chatId) => {
    const body = { text, timeZone: 'Asia/Kuala_Lumpur', language: 'ms' }
    return (await call('POST', `/chats/${id}/filled-text`, { body })).body
  }

  test('is shown as a contact, with their other chats as far as these are seen', async () => {
    const seen = await contact(call)
    expect(seen.sheet?.contact).toMatchObject({ name: 'Nurul Huda', phoneNumber: NURUL })
    expect(seen.otherChats.map(({ id }) => id)).toEqual([otherChatId])
    const ofAgent = await contact(callAsAgent)
    expect(ofAgent.sheet?.contact).toMatchObject({ name: 'Nurul Huda', phoneNumber: '•••• 6714' })
    // That chat is somebody else's.
    expect(ofAgent.otherChats).toEqual([])
    expect(JSON.stringify(ofAgent)).not.toContain(NURUL)
    expect(await callAsAgent('GET', `/chats/${otherChatId}/contact`)).toMatchObject({
      status: 404,
      body: { code: 'chat_not_found' },
    })
  })

  test('is found by their tag', async () => {
    const tagged = async (tag: string) => {
      const { body } = await call('GET', `/chats?tag=${encodeURIComponent(tag)}`)
      return (body as { chats: { phoneNumber: string }[] }).chats.map((one) => one.phoneNumber)
    }
    await seedChat(db, { workspaceId: owner._id, deviceId: device.id, chatKey: '60137778800' })
    expect(await tagged('vip')).toEqual([NURUL, NURUL])
    expect(await tagged('VIPs')).toEqual([])
  })

  test('who is no contact has consent all the same', async () => {
    const chat = { workspaceId: owner._id, deviceId: device.id, chatKey: STRANGER }
    const id = await seedChat(db, chat)
    await call('POST', '/opt-outs', { body: { phoneNumber: STRANGER, reason: 'At the counter' } })
    expect(await contact(call, id)).toMatchObject({
      sheet: null,
      isOptedOut: true,
      changes: [{ change: 'out', how: 'owner', reason: 'At the counter' }],
      otherChats: [],
      notes: [],
    })
  })

  test('is named by no number where numbers are hidden, whatever is written', async () => {
    const chat = { workspaceId: owner._id, deviceId: device.id, chatKey: '60137778899' }
    const id = await seedChat(db, chat)
    await note(call, 'Ring +60 13-777 8899', id)
    await call('POST', `/chats/${id}/notes`, { body: { text: 'At 013-777 8899' } })
    const path = `/chats/${id}/entries`
    const seen = [await contact(callAsAgent, id), (await callAsAgent('GET', path)).body]
    expect(JSON.stringify(seen)).not.toMatch(/777.?8899/)
    expect(JSON.stringify(seen).match(/•••• 8899/g)).toHaveLength(2)
    expect(JSON.stringify((await call('GET', path)).body)).toContain('013-777 8899')
  })

  test('has notes, which stand beside all their chats and can be removed', async () => {
    const { body } = await note(callAsAgent, '  Alah kacang. ')
    expect(body).toMatchObject({ text: 'Alah kacang.', author: { name: 'Farid' } })
    const { id } = body as PersonNote
    expect((await contact(call, otherChatId)).notes.map((one) => one.id)).toEqual([id])
    // Of the agent this chat is hidden, and so is what stands beside it.
    expect((await note(callAsAgent, 'x', otherChatId)).status).toBe(404)
    expect((await note(call, ' \n ')).status).toBe(400)
    const path = `/chats/${chatId}/person-notes/${id}`
    expect((await call('DELETE', path)).status).toBe(204)
    expect(await call('DELETE', path)).toMatchObject({
      status: 404,
      body: { code: 'person_note_not_found' },
    })
    for (let n = 0; n < PERSON_NOTES_MAX; n++) await note(call, `${n}`)
    expect(await note(call, 'One more')).toMatchObject({
      status: 409,
      body: { code: 'person_notes_full' },
    })
  })

  test('is erased with the notes about them', async () => {
    await note(call, 'Alah kacang', otherChatId)
    expect((await contact(call)).notes).not.toEqual([])
    expect((await call('DELETE', `/chats/${chatId}/person`)).status).toBe(200)
    expect((await contact(call, otherChatId)).notes).toEqual([])
  })

  test.each([
    ['Hai [name] dari [city] di [me_wa_name]', () => `Hai Nurul Huda dari Bangi di ${device.name}`],
    ['Hai [name|kawan], [api.x]', () => 'Hai Nurul Huda, [api.x]'],
    ['', () => ''],
  ])('“%s” is filled in for them', async (text, expected) => {
    expect(await filled(text)).toEqual({ text: expected() })
  })

  test('the team is named to everybody who reads chats', async () => {
    const people = (await callAsAgent('GET', '/chats/people')).body as ChatPerson[]
    expect(people.map(({ name, mayWrite }) => [name, mayWrite])).toEqual([
      ['Aisyah', true],
      ['Farid', true],
    ])
  })
})
