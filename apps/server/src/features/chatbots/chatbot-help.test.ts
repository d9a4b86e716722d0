import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { SavedResponse } from '@kirim/contract/chatbot-tools'
import type { ListedChatbotItem } from '@kirim/contract/chatbots'
import type { AiSettings } from '@kirim/contract/settings'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../testing/engines.ts'
import { type LinkedNumber, makeItem, startLinkedNumber } from '../../testing/linked-number.ts'
import { campaignForm, makeGroup } from '../../testing/test-browser.ts'

interface Prompt {
  readonly messages: { role: string; content: string }[]
}

/** A shop's own system and an OpenAI-compatible provider, in one. */
async function startOutside() {
  const prompts: Prompt[] = []
  const requests: string[] = []
  const keys: unknown[] = []
  const server: Server = createServer(
    async (request: IncomingMessage, response: ServerResponse) => {
      let text = ''
      for await (const piece of request) text += piece
      const { url = '' } = request
      requests.push(url)
      if (request.method === 'POST' && url.startsWith('/order')) {
        keys.push(request.headers['idempotency-key'])
      }
      response.setHeader('content-type', 'application/json')
      if (url === '/v1/models') response.end('{"data":[]}')
      else if (url === '/v1/chat/completions') {
        prompts.push(JSON.parse(text))
        const message = { role: 'assistant', content: `Answer ${prompts.length}` }
        response.end(
          JSON.stringify({
            id: '1',
            created: 1,
            model: 'm',
            choices: [{ index: 0, message, finish_reason: 'stop' }],
          }),
        )
      } else if (url.startsWith('/broken')) response.writeHead(500).end()
      else response.end('{"data":{"price":"RM 4.50"}}')
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prompts,
    requests,
    keys,
    close: () => server.close(),
  }
}

describe.each(journeyEngines)('a chatbot with help from outside on %s', (engine) => {
  let number: LinkedNumber
  let outside: Awaited<ReturnType<typeof startOutside>>

  beforeAll(async () => {
    outside = await startOutside()
    number = await startLinkedNumber(engine, { env: { ALLOW_PRIVATE_ADDRESSES: 'true' } })
    await call('PUT', `/ai-chatbot/devices/${number.device.id}/status`, { isEnabled: true })
  })
  afterAll(async () => {
    await number.stop()
    outside.close()
  })

  const call = (method: string, path: string, body?: unknown) =>
    number.app.call(method, path, {
      token: number.session.token,
      ...(body !== undefined && { body }),
    })
  const item = (fields: Record<string, string>) =>
    makeItem(number.app.call, number.session.token, number.device.id, fields)
  const write = (contact: string, text: string) =>
    number.network.sendAsContact(number.device.number, contact, { text })
  const answersOf = async (contact: string, count: number) => {
    await until(`${contact} has heard ${count}`, () => number.heard(contact).length >= count)
    return number.heard(contact)
  }
  const withCall = async (keywords: string, path: string, changes: object = {}) => {
    const { id } = await item({
      name: keywords,
      keywords,
      captionAi: 'It costs [api.price].',
      apiRestDataStatus: 'enabled',
      saveData: 'response_is_saved',
    })
    const answer = await call('PUT', `/ai-chatbot/${number.device.id}/campaigns/${id}/api-rest`, {
      method: 'GET',
      url: `${outside.url}/${path}?who=[wa_name]`,
      headers: [],
      body: '',
      fields: [{ name: 'price', path: 'data.price' }],
      fallbackText: 'We will tell you soon, [wa_name].',
      ...changes,
    })
    expect(answer.status).toBe(200)
    return id
  }

  test('fills the caption from the response', async () => {
    const itemId = await withCall('harga', 'price')
    number.network.setContactName(number.device.number, '60131000001', 'Farah & Co')
    await write('60131000001', 'Harga?')
    expect(await answersOf('60131000001', 1)).toEqual(['It costs RM 4.50.'])
    expect(outside.requests).toContain('/price?who=Farah%20%26%20Co')
    const saved = (await call('GET', `/ai-chatbot/${number.device.id}/responses`))
      .body as SavedResponse[]
    expect(saved).toMatchObject([
      { itemId, itemName: 'harga', name: 'Farah & Co', phoneNumber: '60131000001', text: 'Harga?' },
    ])
  })

  test('sends the fallback text when the call fails', async () => {
    await withCall('rosak', 'broken')
    number.network.setContactName(number.device.number, '60131000002', 'Ali')
    await write('60131000002', 'rosak')
    expect(await answersOf('60131000002', 1)).toEqual(['We will tell you soon, Ali.'])
  })

  test('shows the owner the last failure until a call succeeds', async () => {
    const itemId = await withCall('stok', 'broken')
    const listed = async () => {
      const { body } = await call('GET', `/ai-chatbot/${number.device.id}/campaigns`)
      return (body as ListedChatbotItem[]).find(({ _id }) => _id === itemId)
    }
    expect(await listed()).toMatchObject({ apiFailure: null })
    await write('60131000008', 'stok')
    await until('the failure is listed', async () => (await listed())?.apiFailure !== null)
    expect((await listed())?.apiFailure).toEqual({
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      reason: 'The server answered with status 500.',
      said: { code: 'api_status', params: { status: 500 } },
    })
    await call('PUT', `/ai-chatbot/${number.device.id}/campaigns/${itemId}/api-rest`, {
      method: 'GET',
      url: `${outside.url}/price`,
      headers: [],
      body: '',
      fields: [{ name: 'price', path: 'data.price' }],
      fallbackText: '',
    })
    await write('60131000008', 'stok')
    expect((await answersOf('60131000008', 2)).at(-1)).toBe('It costs RM 4.50.')
    await until('the failure is gone', async () => (await listed())?.apiFailure === null)
  })

  test('sends the caption with empty placeholders when there is no fallback text', async () => {
    await withCall('kosong', 'broken', { fallbackText: '' })
    await write('60131000005', 'kosong')
    expect(await answersOf('60131000005', 1)).toEqual(['It costs.'])
  })

  test('treats an enabled but unconfigured call as failed', async () => {
    await item({
      name: 'belum',
      keywords: 'belum',
      captionAi: 'Price: [api.price]',
      apiRestDataStatus: 'enabled',
    })
    await write('60131000006', 'belum')
    expect(await answersOf('60131000006', 1)).toEqual(['Price:'])
  })

  test('sends an idempotency key of message and item with a changing call', async () => {
    const itemId = await withCall('pesan', 'order', { method: 'POST', body: '{}' })
    const contact = '60131000007'
    const ids = ['3AORDERONE', '3AORDERTWO']
    for (const [place, messageId] of ids.entries()) {
      const text = 'pesan'
      await number.network.sendAsContact(number.device.number, contact, { text }, { messageId })
      await answersOf(contact, place + 1)
    }
    // Depends on nothing else: a call repeated after a kill has the same key.
    const keyOf = (messageId: string) =>
      createHash('sha256').update(`${number.device.id}/${messageId}/${itemId}`).digest('hex')
    expect(outside.keys).toEqual(ids.map((messageId) => keyOf(messageId).slice(0, 32)))
  })

  test('AI gets instruction, knowledge and this chat only, until the monthly limit', async () => {
    await item({
      name: 'AI',
      keywords: 'tanya',
      captionAi: 'x',
      useAiFeature: 'use_ai',
      aiSpintax: 'Be kind.',
    })
    const settings = (await call('GET', `/ai-chatbot/devices/${number.device.id}/settings`)).body
    await call('PUT', `/ai-chatbot/devices/${number.device.id}/settings`, {
      ...(settings as object),
      knowledge: 'We sell coffee.',
    })
    await write('60131000003', 'tanya satu')
    expect(await answersOf('60131000003', 1)).toEqual(['Be kind.'])
    const kept = await call('PUT', '/settings/ai', {
      provider: 'openai-compatible',
      baseUrl: `${outside.url}/v1`,
      model: 'm',
      monthlyLimit: 2,
    })
    expect(kept.status).toBe(200)
    await write('60131000003', 'tanya dua')
    expect(await answersOf('60131000003', 2)).toEqual(['Be kind.', 'Answer 1'])
    await write('60131000004', 'tanya tiga')
    expect(await answersOf('60131000004', 1)).toEqual(['Answer 2'])
    await write('60131000004', 'tanya empat')
    expect(await answersOf('60131000004', 2)).toEqual(['Answer 2', 'Be kind.'])
    expect(outside.prompts.map(({ messages }) => messages.slice(1))).toEqual([
      [
        { role: 'user', content: 'tanya satu' },
        { role: 'assistant', content: 'Be kind.' },
        { role: 'user', content: 'tanya dua' },
      ],
      [{ role: 'user', content: 'tanya tiga' }],
    ])
    for (const { messages } of outside.prompts) {
      expect(messages[0]).toMatchObject({ role: 'system' })
      expect(messages[0]?.content).toMatch(/Be kind\..*We sell coffee\./s)
    }
    const shown = (await call('GET', '/settings/ai')).body as AiSettings
    expect(shown.usedThisMonth).toBe(2)
  })

  test('AI gets all earlier replies and campaign messages, also in a burst', async () => {
    const { app, session, device } = number
    const contact = '60131000010'
    await call('PUT', '/settings/ai', {
      provider: 'openai-compatible',
      baseUrl: `${outside.url}/v1`,
      model: 'm',
      monthlyLimit: null,
    })
    const contactGroupId = await makeGroup(app, session, 'Regulars', [
      { name: 'Mei', phoneNumber: contact },
    ])
    const form = campaignForm({ campaignName: 'Sale', caption: 'Half price.', contactGroupId })
    const { token } = session
    const made = await app.call('POST', `/campaigns/${device.id}`, { token, body: form })
    const { id } = made.body as BulkCampaign
    // Only what the network is known to have taken is told.
    await until('the campaign is over', async () => {
      const { body } = await call('GET', `/ledger/${id}`)
      return (body as CampaignReport).status === 'completed'
    })
    await answersOf(contact, 1)
    const before = outside.prompts.length
    for (const text of ['tanya satu', 'tanya dua', 'tanya tiga']) await write(contact, text)
    const [sale, ...answers] = await answersOf(contact, 4)
    expect(sale).toBe('Half price.')
    const user = (content: string) => ({ role: 'user', content })
    const assistant = (content = '') => ({ role: 'assistant', content })
    const [, , third] = outside.prompts.slice(before).map(({ messages }) => messages.slice(1))
    expect(third).toEqual([
      user('(The business wrote first.)'),
      assistant('Half price.'),
      user('tanya satu'),
      assistant(answers[0]),
      user('tanya dua'),
      assistant(answers[1]),
      user('tanya tiga'),
    ])
  })
})
