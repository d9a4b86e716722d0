import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import type { SandboxChat, SandboxGroup, SandboxMessage } from '@kirim/contract/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { linkDevice } from '../../testing/test-browser.ts'

const CONTACT = '60123456701'
const OTHER = '60123456702'

/** The sandbox's own state is not in the database: one engine tells all. */
describe('what contacts of the sandbox do afterwards', () => {
  let app: TestApp
  let siti: Session
  let device: Device
  beforeAll(async () => {
    app = await startTestApp('SQLite')
    siti = await app.newUser('Siti')
    device = await linkDevice(app, siti)
  })
  afterAll(() => app?.stop())

  const call = (method: string, path: string, body?: unknown, token = siti.token) =>
    app.call(method, `/sandbox/phones/${device.number}${path}`, {
      token,
      ...(body !== undefined && { body }),
    })
  const chat = (of = CONTACT) => `/chats/${of}`
  const messages = async (of = CONTACT) =>
    (await call('GET', `${chat(of)}/messages`)).body as SandboxMessage[]
  async function write(text: string, of = CONTACT, author?: string): Promise<string> {
    const form = new FormData()
    form.set('text', text)
    if (author) form.set('author', author)
    const { body } = await call('POST', `${chat(of)}/messages`, form)
    return (body as SandboxMessage).id
  }
  const notFound = { status: 404, body: { code: 'sandbox_message_not_found' } }

  test('edit and delete their messages', async () => {
    const [first, second] = [await write('hrga'), await write('hello')]
    const path = `${chat()}/messages/${first}`
    expect((await call('PUT', path, { text: ' harga ' })).status).toBe(200)
    expect((await call('DELETE', `${chat()}/messages/${second}`)).status).toBe(200)
    const shown = (await messages()).map(({ text, mark }) => [text, mark])
    expect(shown).toEqual([
      ['harga', 'edited'],
      ['', 'deleted'],
    ])
    expect((await call('PUT', path, { text: ' ' })).status).toBe(400)
    expect(await call('PUT', `${chat()}/messages/none`, { text: 'x' })).toMatchObject(notFound)
    expect(await call('DELETE', `${chat()}/messages/${second}`)).toMatchObject(notFound)
  })

  test('hide their number, have a username and reveal the number', async () => {
    await write('hi')
    const change = (body: unknown) => call('PUT', chat(), body)
    const contact = async () =>
      ((await call('GET', '/chats')).body as SandboxChat[]).find(
        ({ contactNumber }) => contactNumber === CONTACT,
      )
    expect(await contact()).toMatchObject({ hidden: false, username: '' })
    expect((await change({ hidden: true, username: 'siti.kedai' })).status).toBe(200)
    expect(await contact()).toMatchObject({ hidden: true, username: 'siti.kedai' })
    expect((await change({ revealNumber: true })).status).toBe(200)
    expect(await contact()).toMatchObject({ hidden: false, username: 'siti.kedai' })
    for (const username of ['si', 'Siti', 'siti..kedai', '.siti', '123', 's'.repeat(36)]) {
      expect((await change({ username })).status).toBe(400)
    }
  })

  test('call and hang up', async () => {
    const made = await call('POST', `${chat(OTHER)}/calls`)
    expect(made).toMatchObject({ status: 201, body: { kind: 'call', direction: 'from-contact' } })
    expect((await messages(OTHER)).map(({ mark }) => mark)).toEqual([undefined])
    expect((await call('DELETE', `${chat(OTHER)}/calls`)).status).toBe(200)
    expect((await messages(OTHER)).map(({ mark }) => mark)).toEqual(['missed'])
    await call('PUT', chat(OTHER), { registered: false })
    expect((await call('POST', `${chat(OTHER)}/calls`)).status).toBe(409)
  })

  test('in a group, only the author and the creator delete a message', async () => {
    const third = '60123456703'
    const wanted = { subject: 'Kawan', members: [CONTACT, third] }
    const { groupId } = (await call('POST', '/groups', wanted)).body as SandboxGroup
    const [first, second] = [
      await write('one', groupId, CONTACT),
      await write('two', groupId, CONTACT),
    ]
    const erase = (id: string, author: string) =>
      call('DELETE', `${chat(groupId)}/messages/${id}?author=${author}`)
    expect(await erase(first, third)).toMatchObject({
      status: 409,
      body: { code: 'sandbox_delete_refused' },
    })
    expect((await erase(first, '60123456799')).body).toMatchObject({ code: 'sandbox_no_author' })
    expect((await erase(first, CONTACT)).status).toBe(200)
    expect((await erase(second, device.number)).status).toBe(200)
    expect((await messages(groupId)).map(({ mark }) => mark)).toEqual(['deleted', 'deleted'])
  })

  test("are not found on another member's phones", async () => {
    const other = await app.newUser('Omar')
    const attempts: [string, string, unknown?][] = [
      ['PUT', `${chat()}/messages/any`, { text: 'x' }],
      ['DELETE', `${chat()}/messages/any`],
      ['POST', `${chat()}/calls`],
      ['DELETE', `${chat()}/calls`],
    ]
    for (const [method, path, body] of attempts) {
      expect(await call(method, path, body, other.token)).toMatchObject({
        status: 404,
        body: { code: 'sandbox_phone_not_found' },
      })
    }
  })
})
