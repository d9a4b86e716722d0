import { form, picture } from './support/api.ts'
import { expect, shows, test } from './support/test.ts'

const NUMBER = expect.any(Number)

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
      expect(loaded.status).toBe('draft')
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
