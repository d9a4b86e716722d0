import { callApi, form, picture } from './support/api.ts'
import { spreadsheet } from './support/spreadsheet.ts'
import { expect, newClient, newPerson, shows, test } from './support/test.ts'

const NUMBER = expect.any(Number)
const TEXT = expect.any(String)

test('account calls', async ({ server }) => {
  const person = newPerson('Siti')
  const user = {
    _id: TEXT,
    name: 'Siti',
    email: person.email,
    role: 'user',
    membershipPlan: 'Free',
    createdAt: TEXT,
  }
  const call = (method: string, path: string, body?: object, token: string | null = null) =>
    callApi(server.url, token, method, path, body)
  await shows('7.users.register 7.base 3.user.fields 3.user.role 3.user.plan', async () => {
    const { status, body } = await call('POST', '/users/register', person)
    expect(status).toBe(201)
    expect(body).toMatchObject(user)
  })
  await shows('7.users.login 3.user.token 3.user.password', async () => {
    const { status, body } = await call('POST', '/users/login', person)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...user, token: TEXT })
    expect(JSON.stringify(body)).not.toContain(person.password)
    expect(Object.keys(body).join().toLowerCase()).not.toContain('password')
  })
  await shows('7.users.profile 3.user.token 3.user.password', async () => {
    const { body } = await call('POST', '/users/login', person)
    const saved = await call('PUT', '/users/profile', { name: 'Siti B' }, body.token)
    expect(saved).toMatchObject({ status: 200, body: { ...user, name: 'Siti B', token: TEXT } })
    const password = 'another password'
    const changed = await call('PUT', '/users/profile', { name: 'Siti B', password }, body.token)
    expect(changed.status).toBe(200)
    expect((await call('POST', '/users/login', { ...person, password })).status).toBe(200)
  })
  await shows('5.profile.email', async () => {
    const { body } = await call('POST', '/users/login', { ...person, password: 'another password' })
    const other = { name: 'Siti B', email: 'other@example.com' }
    expect((await call('PUT', '/users/profile', other, body.token)).body.email).toBe(person.email)
  })
  await shows('7.json 9.content-type', async () => {
    const { headers } = await call('GET', '/app-info')
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  })
  await shows('7.message 7.bearer', async () => {
    const refused = await call('GET', '/contacts')
    expect(refused).toMatchObject({ status: 401, body: { message: 'Please sign in.' } })
    expect((await call('GET', '/nowhere')).body).toMatchObject({ message: TEXT })
  })
})

test('contact calls', async ({ server }) => {
  const me = await newClient(server.url)
  const group = await me.ok('POST', '/contact-groups', { groupName: 'Pelanggan' })
  await shows('7.contacts.create-group 3.group', async () =>
    expect(group).toMatchObject({ _id: TEXT, groupName: 'Pelanggan', contactCount: 0 }),
  )
  const contact = await me.ok('POST', '/contacts', {
    name: 'Aisyah',
    phoneNumber: '60123456701',
    groupId: group._id,
  })
  await shows('7.contacts.add 3.contact', async () =>
    expect(contact).toMatchObject({ _id: TEXT, name: 'Aisyah', phoneNumber: '60123456701' }),
  )
  await me.ok('POST', '/contacts', { name: 'Bala', phoneNumber: '60123456702' })
  await shows('7.contacts.list', async () =>
    expect(await me.ok('GET', '/contacts')).toMatchObject([{ name: 'Bala' }, { name: 'Aisyah' }]),
  )
  await shows('7.contacts.groups 3.group 3.group.aliases', async () =>
    expect(await me.ok('GET', '/contact-groups')).toMatchObject([
      { groupName: 'Pelanggan', name: 'Pelanggan', contactCount: 1, count: 1 },
    ]),
  )
  const ofGroup = () => me.ok('GET', `/contact-groups/${group._id}/contacts`)
  await shows('7.contacts.of-group', async () =>
    expect(await ofGroup()).toMatchObject([{ _id: contact._id }]),
  )
  await shows('7.contacts.remove', async () => {
    await me.ok('DELETE', `/contact-groups/${group._id}/contacts/${contact._id}`)
    expect(await ofGroup()).toEqual([])
    expect(await me.ok('GET', '/contacts')).toHaveLength(2)
  })
  await shows('7.contacts.delete', async () => {
    await me.ok('DELETE', `/contacts/${contact._id}`)
    expect(await me.ok('GET', '/contacts')).toMatchObject([{ name: 'Bala' }])
  })
  await shows('7.contacts.upload', async () => {
    const rows = [
      ['Name', 'Phone'],
      ['Chong', '60123456703'],
      ['Nobody', 'x'],
    ]
    const file = new File([new Uint8Array(spreadsheet(rows))], 'people.xlsx')
    const answer = await me.ok('POST', '/contacts/upload', form({ groupId: group._id, file }))
    expect(answer).toMatchObject({ message: TEXT, errors: [{ row: 3, reason: TEXT }] })
    expect(await ofGroup()).toMatchObject([{ name: 'Chong' }])
  })
  await shows('7.contacts.delete-group', async () => {
    await me.ok('DELETE', `/contact-groups/${group._id}`)
    expect(await me.ok('GET', '/contact-groups')).toEqual([])
  })
})

test('media calls', async ({ server }) => {
  const me = await newClient(server.url)
  const record = await me.upload(picture('kopi.png'))
  await shows('7.media.upload 3.media 3.media.library', async () =>
    expect(record).toMatchObject({
      _id: TEXT,
      originalName: 'kopi.png',
      fileName: TEXT,
      filePath: TEXT,
      fileType: 'image/png',
      fileSize: picture().size,
    }),
  )
  await shows('7.media.list', async () => expect(await me.ok('GET', '/media')).toEqual([record]))
  await shows('2.library.previews', async () => {
    const served = await fetch(`${server.url}/uploads/${record.fileName}`)
    expect(served.headers.get('content-type')).toBe('image/png')
  })
  await shows('7.media.delete', async () => {
    await me.ok('DELETE', `/media/${record._id}`)
    expect(await me.ok('GET', '/media')).toEqual([])
  })
  await shows('5.media.type 9.media.types 5.media.file', async () => {
    const text = new File(['plain'], 'a.png', { type: 'image/png' })
    expect((await me.call('POST', '/media', form({ mediaFile: text }))).body.message).toBe(
      'Only image or video files are allowed.',
    )
    expect((await me.call('POST', '/media', form({ other: 'x' }))).body.message).toBe(
      'Please select a file to upload.',
    )
  })
})

test('admin calls', async ({ server, admin }) => {
  const member = await newClient(server.url)
  const path = `/admin/users/${member.session._id}`
  await shows('7.admin.list', async () => {
    const users = await admin.ok('GET', '/admin/users')
    expect(users.at(-1)).toMatchObject({
      _id: member.session._id,
      role: 'user',
      membershipPlan: 'Free',
      createdAt: TEXT,
    })
    expect(JSON.stringify(users)).not.toMatch(/password|token/i)
  })
  await shows('6.server', async () => {
    for (const [method, body] of [['PUT', { role: 'admin' }], ['DELETE']] as const) {
      expect((await member.call(method, path, body)).status).toBe(403)
      expect((await callApi(server.url, null, method, path, body)).status).toBe(401)
    }
    expect((await member.call('GET', '/admin/users')).status).toBe(403)
  })
  await shows('7.admin.plan', async () =>
    expect(await admin.ok('PUT', path, { membershipPlan: 'Basic' })).toMatchObject({
      membershipPlan: 'Basic',
    }),
  )
  await shows('7.admin.role 9.plans', async () => {
    expect(await admin.ok('PUT', path, { role: 'admin' })).toMatchObject({ role: 'admin' })
    expect((await admin.call('PUT', path, { role: 'owner' })).status).toBe(400)
    expect((await admin.call('PUT', path, { membershipPlan: 'Gold' })).status).toBe(400)
  })
  await shows('6.admin.plan-of-admin', async () =>
    expect((await admin.call('PUT', path, { membershipPlan: 'Pro' })).status).toBe(409),
  )
  await shows('6.admin.own-role 6.admin.own-account', async () => {
    const own = `/admin/users/${admin.session._id}`
    expect((await admin.call('PUT', own, { role: 'user' })).status).toBe(403)
    expect((await admin.call('DELETE', own)).status).toBe(403)
  })
  await shows('7.admin.delete', async () => {
    await admin.ok('DELETE', path)
    expect((await member.call('GET', '/users/profile')).status).toBe(401)
  })
})

test('dashboard and campaign calls', async ({ member }) => {
  const contactGroupId = await member.group(`Calls ${member.deviceId}`, ['Aisyah'])
  const base = `/campaigns/${member.deviceId}`
  const stored = await member.upload(picture())
  const fields = {
    campaignName: 'Panggilan',
    campaignType: 'bulk',
    statusEnabled: 'false',
    enableLink: 'true',
    urlLink: 'https://kirim.example/menu',
    caption: 'Hi',
    aiAgentTraining: 'x',
    useAI: 'true',
    presenceDelay: '5',
    contactGroupId,
    scheduledAt: '2030-01-02T03:04:00.000Z',
    minIntervalSeconds: '4',
    maxIntervalSeconds: '60',
    campaignScheduleType: 'odd_hours',
    campaignScheduleDetails: '[1,3,5,7,9,11,13,15,17,19,21,23]',
    mediaAttachments: [stored._id],
  }
  const made = await member.ok('POST', base, form(fields))
  const kept = {
    campaignName: 'Panggilan',
    statusEnabled: false,
    enableLink: true,
    urlLink: 'https://kirim.example/menu',
    caption: 'Hi',
    contactGroupId,
    scheduledAt: fields.scheduledAt,
    minIntervalSeconds: 4,
    maxIntervalSeconds: 60,
    campaignScheduleType: 'odd_hours',
    campaignScheduleDetails: [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23],
    mediaAttachments: [stored._id],
    mediaFile: null,
  }
  await shows('7.bulk.create 7.bulk.form 7.bulk.intervals 7.bulk.scheduled', async () =>
    expect(made).toMatchObject(kept),
  )
  await shows(
    '7.bulk.load 3.bulk.name 3.bulk.enabled 3.bulk.link 3.bulk.caption 3.bulk.group 3.bulk.scheduled 3.bulk.intervals 3.bulk.schedule 3.bulk.details 3.bulk.attachments 3.bulk.status',
    async () => {
      const loaded = await member.ok('GET', `${base}/${made.id}`)
      expect(loaded).toMatchObject(kept)
      expect(loaded.status).toBe('paused')
    },
  )
  await shows('3.bulk.unused', async () => {
    for (const name of ['aiAgentTraining', 'useAI', 'presenceDelay']) {
      expect(made).not.toHaveProperty(name)
    }
  })
  await shows('7.bulk.update 3.bulk.media-file', async () => {
    const { mediaAttachments: _, ...others } = fields
    const changed = form({ ...others, campaignName: 'Baharu', mediaFile: picture('satu.png') })
    expect(await member.ok('PUT', `${base}/${made.id}`, changed)).toMatchObject({
      campaignName: 'Baharu',
      mediaFile: { originalName: 'satu.png' },
      mediaAttachments: [],
    })
  })
  await shows('7.bulk.no-media', async () => {
    const without = form({ ...fields, campaignName: 'Baharu', mediaAttachments: '[]' })
    expect(await member.ok('PUT', `${base}/${made.id}`, without)).toMatchObject({
      mediaFile: null,
      mediaAttachments: [],
    })
  })
  await shows('5.bulk.group 5.bulk.name', async () => {
    const nobody = await member.call('POST', base, form({ ...fields, contactGroupId: '' }))
    expect(nobody.body.message).toBe('Contact Group is required for Bulk Campaign.')
    const nameless = await member.call('POST', base, form({ ...fields, campaignName: ' ' }))
    expect(nameless.body.message).toBe('Campaign name is required.')
  })
  await shows('9.interval.range', async () => {
    for (const wrong of [{ minIntervalSeconds: '3' }, { maxIntervalSeconds: '61' }]) {
      expect((await member.call('POST', base, form({ ...fields, ...wrong }))).status).toBe(400)
    }
  })
  await shows('9.interval.defaults', async () => {
    const short = { campaignName: 'Lalai', contactGroupId, statusEnabled: 'false' }
    const usual = await member.ok('POST', base, form(short))
    expect(usual).toMatchObject({ minIntervalSeconds: 5, maxIntervalSeconds: 10 })
    await member.ok('DELETE', `${base}/${usual.id}`)
  })
  const list = () => member.ok('GET', '/analytics/dashboard/bulk-campaign-summary')
  const ids = async () => (await list()).map(({ id }: { id: string }) => id)
  await shows('7.dashboard.campaigns 3.bulk-summary', async () => {
    const item = (await list()).find(({ id }: { id: string }) => id === made.id)
    expect(item).toMatchObject({
      id: made.id,
      deviceId: member.deviceId,
      name: 'Baharu',
      sent: 0,
      failed: 0,
    })
  })
  await shows('7.dashboard.summary 3.summary', async () =>
    expect(await member.ok('GET', '/analytics/dashboard/overall-summary')).toEqual({
      totalMessages: NUMBER,
      sentMessages: NUMBER,
      failedMessages: NUMBER,
    }),
  )
  await shows('7.dashboard.duplicate', async () => {
    const before = await ids()
    await member.ok('POST', `${base}/${made.id}/duplicate`)
    expect(await ids()).toHaveLength(before.length + 1)
  })
  await shows('7.dashboard.delete', async () => {
    await member.ok('DELETE', `${base}/${made.id}`)
    expect(await ids()).not.toContain(made.id)
    expect((await member.call('GET', `${base}/${made.id}`)).status).toBe(404)
  })
})

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
