import { CHAT_VIEWS_MAX, type SavedChatView } from '@kirim/contract/chat-views'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

describe.each(journeyEngines)('saved views of chats on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    ;({ token } = await app.newUser('Aisyah'))
  })
  afterAll(() => app.stop())

  const save = (name: string, filter: object = {}, by = token) =>
    app.call('POST', '/chats/views', {
      token: by,
      body: { name, view: 'unanswered', filter },
    })
  const list = async (by = token) =>
    (await app.call('GET', '/chats/views', { token: by })).body as SavedChatView[]

  test('are listed by name, replaced by their name, removed, and nobody else’s', async () => {
    const { body: orders } = await save('Orders', { labelId: 'l1', kind: 'individual' })
    await save('complaints')
    const changed = await save('ORDERS', { tag: 'VIP' })
    expect(changed).toMatchObject({ status: 201, body: { id: (orders as SavedChatView).id } })
    expect(await list()).toEqual([
      { id: expect.any(String), name: 'complaints', view: 'unanswered', filter: {} },
      { ...(orders as SavedChatView), name: 'ORDERS', filter: { tag: 'VIP' } },
    ])
    const { token: other } = await app.newUser('Omar')
    expect(await list(other)).toEqual([])
    const address = `/chats/views/${(orders as SavedChatView).id}`
    await app.call('DELETE', address, { token: other })
    expect(await list()).toHaveLength(2)
    expect((await app.call('DELETE', address, { token })).status).toBe(204)
    expect((await list()).map(({ name }) => name)).toEqual(['complaints'])
  })

  test('are limited in number', async () => {
    const { token: full } = await app.newUser('Mei')
    for (let n = 0; n < CHAT_VIEWS_MAX; n++) await save(`View ${n}`, {}, full)
    expect(await save('One more', {}, full)).toMatchObject({
      status: 409,
      body: { code: 'chat_views_full', params: { max: CHAT_VIEWS_MAX } },
    })
    expect((await save('view 3', {}, full)).status).toBe(201)
  })
})
