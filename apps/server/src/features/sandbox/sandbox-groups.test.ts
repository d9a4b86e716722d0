import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import type { SandboxGroup, SandboxMessage } from '@kirim/contract/sandbox'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeItem, switchOn } from '../../testing/linked-number.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { linkDevice, openBrowser, pngFile } from '../../testing/test-browser.ts'

/** The sandbox's own state is not in the database: one engine tells all. */
describe('groups on the sandbox page', () => {
  let app: TestApp
  let owner: Session
  let device: Device
  let group: SandboxGroup
  const members = ['60123456701', '60123456702'] as const

  const call = (method: string, path: string, body?: unknown, session = owner) =>
    app.call(method, `/sandbox/phones/${device.number}${path}`, {
      token: session.token,
      ...(body !== undefined && { body }),
    })
  const make = (body: unknown, session?: Session) => call('POST', '/groups', body, session)
  const chat = () => `/chats/${encodeURIComponent(group.groupId)}/messages`
  const write = (fields: Record<string, string | File>, session?: Session) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return call('POST', chat(), form, session)
  }
  const messages = async () => (await call('GET', chat())).body as SandboxMessage[]
  const texts = async () => (await messages()).map(({ text }) => text)

  beforeAll(async () => {
    app = await startTestApp('SQLite')
    owner = await app.newUser('Owner')
    device = await linkDevice(app, owner)
    const { token } = owner
    const fields = { name: 'Price', keywords: 'harga', captionAi: 'RM4', sendTo: 'group' }
    await makeItem(app.call, token, device.id, fields)
    await switchOn(app.call, token, device.id)
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    group = (await make({ subject: ' Kawan kopi ', members })).body as SandboxGroup
  })

  test('are created, listed and written to as a member, and answered by the chatbot', async () => {
    expect(group).toMatchObject({ subject: 'Kawan kopi', last: null, unread: 0 })
    expect(group.members.map(({ phoneNumber }) => phoneNumber)).toEqual(
      expect.arrayContaining([device.number, ...members]),
    )
    const browser = await openBrowser(app.url, owner)
    const news = browser.next<{ contactNumber: string }>(
      'sandbox_changed',
      ({ contactNumber }) => contactNumber === group.groupId,
    )
    const sent = await write({ text: 'harga?', author: members[1] })
    expect(sent).toMatchObject({
      status: 201,
      body: { text: 'harga?', author: members[1], direction: 'from-contact' },
    })
    await news
    browser.close()
    await until('it is answered', async () => (await texts()).includes('RM4'))
    const [question, answer] = await messages()
    expect(question).toMatchObject({ text: 'harga?', author: members[1] })
    expect(answer).toMatchObject({ text: 'RM4', author: device.number, direction: 'to-contact' })
    const listed = (await call('GET', '/groups')).body as SandboxGroup[]
    expect(listed[0]).toMatchObject({ groupId: group.groupId, last: { text: 'RM4' } })
    expect((await call('GET', '/chats')).body).toEqual([])
  })

  test('show a picture', async () => {
    const sent = await write({ author: members[0], text: 'Look', image: pngFile('dot.png') })
    const { id } = sent.body as SandboxMessage
    const media = await call('GET', `${chat()}/${id}/media`)
    expect([media.status, media.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test.each([
    ['no author', {}, 'sandbox_no_author'],
    ['an author who is not in it', { author: '60123456799' }, 'sandbox_no_author'],
  ])('writing with %s is refused', async (_what, fields, code) => {
    expect(await write({ text: 'Hi', ...fields })).toMatchObject({ status: 400, body: { code } })
    expect(await messages()).toEqual([])
  })

  test.each([
    ['without a name', { subject: ' ', members }, 400],
    ['of nobody else', { subject: 'X', members: [] }, 400],
    ['with what is no number', { subject: 'X', members: ['me'] }, 400],
    ['with a number nobody has', { subject: 'X', members: ['60123450000'] }, 409],
  ])('a group %s is refused', async (_what, body, status) => {
    expect((await make(body)).status).toBe(status)
  })

  test('are hidden from other members, whose phones cannot be added', async () => {
    const other = await app.newUser('Other')
    const theirs = await linkDevice(app, other)
    const takenAt = (field: string) => ({
      status: 409,
      body: { code: 'sandbox_number_taken', issues: [{ path: [field] }] },
    })
    const own = async (method: string, path: string, body?: unknown) =>
      (await app.call(method, path, { token: other.token, ...(body !== undefined && { body }) }))
        .status
    const mine = `/sandbox/phones/${theirs.number}${chat()}`
    expect((await make({ subject: 'X', members }, other)).status).toBe(404)
    expect((await write({ text: 'Hi', author: members[0] }, other)).status).toBe(404)
    const form = new FormData()
    form.set('text', 'Hi')
    form.set('author', members[0])
    expect(await own('POST', mine, form)).toBe(404)
    expect((await app.call('GET', mine, { token: other.token })).body).toEqual([])
    expect(await make({ subject: 'X', members: [theirs.number] })).toMatchObject(takenAt('members'))
    const add = { token: other.token, body: { phoneNumber: members[0] } }
    expect(await app.call('POST', '/sandbox/phones', add)).toMatchObject(takenAt('phoneNumber'))
  })
})
