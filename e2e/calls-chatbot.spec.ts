import { form, picture } from './support/api.ts'
import { expect, shows, test } from './support/test.ts'

const NUMBER = expect.any(Number)
const TEXT = expect.any(String)

test('device and chatbot calls', async ({ member }) => {
  const { deviceId } = member
  const [device] = await member.ok('GET', '/whatsapp/devices')
  await shows('7.devices.list 3.device', async () =>
    expect(device).toMatchObject({
      id: deviceId,
      name: TEXT,
      number: TEXT,
      phoneNumber: TEXT,
      connected: true,
      connectionStatus: 'connected',
    }),
  )
  const base = `/ai-chatbot/${deviceId}/campaigns`
  const fields = {
    campaignType: 'ai_chatbot',
    status: 'disable',
    isNotMatchDefaultResponse: 'yes',
    sendTo: 'group',
    type: 'message_contains_whole_keyword',
    name: 'Harga',
    description: 'Harga kopi',
    keywords: 'harga, price',
    presenceDelayTime: '25',
    presenceDelayStatus: 'enable_recording',
    saveData: 'response_is_saved',
    apiRestDataStatus: 'enabled',
    captionAi: 'RM4',
    useAiFeature: 'use_ai',
    aiSpintax: '{RM4|Empat ringgit}',
    nextBotAction: '',
  }
  const next = await member.ok('POST', base, form({ name: 'Next', captionAi: 'Next' }))
  const made = await member.ok(
    'POST',
    base,
    form({ ...fields, nextBotAction: next._id, mediaFileAi: picture('menu.png') }),
  )
  await shows('7.ai.create 7.ai.form', async () => expect(made).toMatchObject({ name: 'Harga' }))
  const loaded = await member.ok('GET', `${base}/${made._id}`)
  const rows = [
    ['3.ai.status', { status: 'disable' }],
    ['3.ai.default', { isNotMatchDefaultResponse: true }],
    ['3.ai.send-to', { sendTo: 'group' }],
    ['3.ai.type', { type: 'message_contains_whole_keyword' }],
    ['3.ai.name', { name: 'Harga' }],
    ['3.ai.description', { description: 'Harga kopi' }],
    ['3.ai.keywords', { keywords: ['harga', 'price'] }],
    ['3.ai.next', { nextBotAction: next._id }],
    ['3.ai.presence-time', { presenceDelayTime: 25 }],
    ['3.ai.presence-status', { presenceDelayStatus: 'enable_recording' }],
    ['3.ai.save-data', { saveData: 'response_is_saved' }],
    ['3.ai.api-rest', { apiRestDataStatus: 'enabled' }],
    ['3.ai.media', { mediaFileAi: { originalName: 'menu.png' } }],
    ['3.ai.caption', { captionAi: 'RM4' }],
    ['3.ai.use-ai', { useAiFeature: 'use_ai' }],
    ['3.ai.spintax', { aiSpintax: '{RM4|Empat ringgit}' }],
  ] as const
  for (const [id, value] of rows) {
    await shows(`${id} 7.ai.load`, async () => expect(loaded).toMatchObject(value))
  }
  await shows('3.ai.keywords', async () => {
    const listed = form({ name: 'Senarai', captionAi: 'x', keywords: '["satu","dua"]' })
    expect((await member.ok('POST', base, listed)).keywords).toEqual(['satu', 'dua'])
  })
  await shows('3.ai.presence-status 3.ai.save-data 3.ai.api-rest 3.ai.use-ai', async () => {
    for (const presenceDelayStatus of ['disable', 'enable_typing', 'enable_recording']) {
      const { _id } = await member.ok('POST', base, form({ ...fields, presenceDelayStatus }))
      await member.ok('DELETE', `${base}/${_id}`)
    }
    const unknown = { presenceDelayStatus: 'x', saveData: 'x', apiRestDataStatus: 'x' }
    for (const [name, value] of Object.entries({ ...unknown, useAiFeature: 'x' })) {
      expect((await member.call('POST', base, form({ ...fields, [name]: value }))).status).toBe(400)
    }
  })
  await shows('9.presence 5.presence.cap', async () => {
    const tooLong = form({ ...fields, presenceDelayTime: '26' })
    expect((await member.call('POST', base, tooLong)).status).toBe(400)
  })
  await shows('5.ai.name 5.ai.caption', async () => {
    for (const name of ['name', 'captionAi']) {
      expect((await member.call('POST', base, form({ ...fields, [name]: ' ' }))).status).toBe(400)
    }
  })
  await shows('7.ai.update 7.ai.file', async () => {
    const saved = await member.ok('PUT', `${base}/${made._id}`, form({ ...fields, name: 'Baharu' }))
    expect(saved).toMatchObject({ name: 'Baharu', mediaFileAi: { originalName: 'menu.png' } })
  })
  const listed = async () => {
    const items = await member.ok('GET', base)
    return items.find(({ _id }: { _id: string }) => _id === made._id)
  }
  await shows('7.ai.list 3.ai-list 3.ai-list.status', async () =>
    expect(await listed()).toEqual({
      _id: made._id,
      name: 'Baharu',
      status: 'Disabled',
      useAI: true,
      media: true,
      link: false,
      lastEdited: TEXT,
      type: 'message_contains_whole_keyword',
      keywords: ['harga', 'price'],
      keywordCount: 2,
      isDefault: true,
      sendTo: 'group',
      nextBotAction: '',
      savesResponse: true,
      callsApi: true,
      apiFailure: null,
      firstLine: 'RM4',
    }),
  )
  await shows('7.ai.status 3.ai-list.status', async () => {
    const status = 'Enabled'
    expect(await member.ok('PUT', `${base}/${made._id}/status`, { status })).toMatchObject({
      status,
    })
    expect((await listed()).status).toBe(status)
  })
  await shows('7.ai.doubled', async () => {
    const doubled = `/api${base}`
    expect(await member.ok('GET', doubled)).toEqual(await member.ok('GET', base))
    const status = 'Disabled'
    await member.ok('PUT', `${doubled}/${made._id}/status`, { status })
    expect((await listed()).status).toBe(status)
  })
  await shows('7.ai.summary 3.ai-device', async () =>
    expect(await member.ok('GET', '/ai-chatbot/devices-summary')).toMatchObject([
      {
        id: deviceId,
        name: TEXT,
        number: device.number,
        avatarUrl: null,
        stats: { sent: NUMBER, items: NUMBER },
        needsSetup: false,
        statusEnabled: expect.any(Boolean),
      },
    ]),
  )
  await shows('7.ai.device-status', async () => {
    for (const isEnabled of [true, false]) {
      expect(
        await member.ok('PUT', `/ai-chatbot/devices/${deviceId}/status`, { isEnabled }),
      ).toMatchObject({ id: deviceId, statusEnabled: isEnabled })
    }
  })
  await shows('7.ai.delete', async () => {
    await member.ok('DELETE', `/api${base}/${made._id}`)
    expect(await listed()).toBeUndefined()
  })
  for (const { _id } of await member.ok('GET', base)) await member.ok('DELETE', `${base}/${_id}`)
})
