import type { Session } from '@kirim/contract/accounts'
import type { OverallSummary } from '@kirim/contract/analytics'
import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import type { SandboxMessage } from '@kirim/contract/sandbox'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pause } from '../../platform/clock.ts'
import { engines } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  campaignForm,
  linkDevice,
  makeGroup,
  openBrowser,
  pngFile,
} from '../../testing/test-browser.ts'

const SPEED = 20
/** After so long without messages the first of a campaign leaves at once, whatever its pace. */
const PACE_MAX_MS = 60_000
const people = ['Aisyah', 'Bala', 'Chong'].map((name, index) => ({
  name,
  phoneNumber: `6012345670${index + 1}`,
}))

describe.each(engines)('campaigns on %s', (engine) => {
  const clock = createFastClock(SPEED)
  let app: TestApp
  let session: Session
  let device: Device
  let groupId: string

  beforeAll(async () => {
    app = await startTestApp(engine, { clock })
    session = await app.newUser('Siti')
    device = await linkDevice(app, session)
    groupId = await makeGroup(app, session, 'Pelanggan', people)
  })
  afterAll(() => app.stop())

  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: session.token, ...(body !== undefined && { body }) })
  const create = async (fields: Parameters<typeof campaignForm>[0]) => {
    const answer = await call(
      'POST',
      `/campaigns/${device.id}`,
      campaignForm({ contactGroupId: groupId, ...fields }),
    )
    expect(answer.status).toBe(201)
    return answer.body as BulkCampaign
  }
  const load = async (id: string) =>
    (await call('GET', `/campaigns/${device.id}/${id}`)).body as BulkCampaign
  const summary = async (id: string) => {
    const list = (await call('GET', '/analytics/dashboard/bulk-campaign-summary'))
      .body as BulkCampaignSummary[]
    return list.find((item) => item.id === id)
  }
  const totals = async () =>
    (await call('GET', '/analytics/dashboard/overall-summary')).body as OverallSummary
  const received = async (number: string) =>
    (await call('GET', `/sandbox/phones/${device.number}/chats/${number}/messages`))
      .body as SandboxMessage[]

  test('each person gets the caption and the picture once, spaced, and every tick is counted [2.spintax.me-wa-name] [2.dashboard.sent]', async () => {
    const before = await totals()
    const campaign = await create({
      campaignName: 'Promo',
      caption: 'Hi [name], from [me_wa_name]',
      minIntervalSeconds: '4',
      maxIntervalSeconds: '5',
      mediaFile: pngFile('promo.png'),
    })
    expect(campaign.mediaFile).toMatchObject({ originalName: 'promo.png', fileType: 'image/png' })
    const library = (await call('GET', '/media')).body as { originalName: string }[]
    expect(library.map(({ originalName }) => originalName)).toContain('promo.png')
    await until(
      'everybody has read it',
      async () => (await summary(campaign.id))?.counts.read === 3,
    )

    const times: number[] = []
    for (const { name, phoneNumber } of people) {
      const messages = (await received(phoneNumber)).filter(({ text }) => text.startsWith('Hi'))
      expect(messages).toMatchObject([
        { kind: 'image', text: `Hi ${name}, from ${device.name}`, status: 'read' },
      ])
      times.push(Date.parse(messages[0]?.at ?? ''))
    }
    for (let i = 1; i < times.length; i++) {
      const gapSeconds = (((times[i] ?? 0) - (times[i - 1] ?? 0)) * clock.speed()) / 1000
      expect(gapSeconds).toBeGreaterThan(3.9)
    }
    const after = await totals()
    expect(after.totalMessages - before.totalMessages).toBe(3)
    expect(after.sentMessages - before.sentMessages).toBe(3)
    expect(await summary(campaign.id)).toMatchObject({
      status: 'completed',
      total: 3,
      sent: 3,
      failed: 0,
    })
  })

  test('a number without WhatsApp fails with that reason and delays nobody', async () => {
    const mixed = await makeGroup(app, session, 'Mixed', [
      { name: 'Nobody', phoneNumber: '60123450000' },
      { name: 'Devi', phoneNumber: '60123456709' },
    ])
    const campaign = await create({
      campaignName: 'Mixed',
      caption: 'Mixed',
      contactGroupId: mixed,
    })
    await until('it is over', async () => (await summary(campaign.id))?.status === 'completed')
    await until('Devi has it', async () => (await summary(campaign.id))?.sent === 1)
    expect(await summary(campaign.id)).toMatchObject({ failed: 1, total: 2 })
  })

  test('sends up to three library items as separate messages, the caption with the first', async () => {
    const upload = async (name: string) => {
      const form = new FormData()
      form.set('mediaFile', pngFile(name))
      return ((await call('POST', '/media', form)).body as { _id: string })._id
    }
    const ids = [await upload('1.png'), await upload('2.png'), await upload('3.png')]
    const campaign = await create({
      campaignName: 'Album',
      caption: 'Album',
      mediaAttachments: ids,
    })
    expect(campaign.mediaAttachments).toEqual(ids)
    await until(
      'everybody has read all of it',
      async () => (await summary(campaign.id))?.counts.read === 3,
    )
    await call('DELETE', `/media/${ids[1]}`)
    expect((await load(campaign.id)).attachedFiles).toMatchObject([
      { _id: ids[0], originalName: '1.png' },
      { _id: ids[1], originalName: '2.png', fileType: 'image/png' },
      { _id: ids[2], originalName: '3.png' },
    ])
    const images = (await received('60123456701')).slice(-3)
    expect(images.map(({ kind, text }) => [kind, text])).toEqual([
      ['image', 'Album'],
      ['image', ''],
      ['image', ''],
    ])
    const four = await call(
      'POST',
      `/campaigns/${device.id}`,
      campaignForm({
        campaignName: 'Four',
        contactGroupId: groupId,
        mediaAttachments: [...ids, ids[0] ?? ''],
      }),
    )
    expect(four).toMatchObject({ status: 400, body: { message: 'Max 3 media items.' } })
  })

  test('a campaign that is switched off sends nothing, and resumes where it stopped', async () => {
    const campaign = await create({ campaignName: 'Off', caption: 'Off', statusEnabled: 'false' })
    expect(campaign.status).toBe('draft')
    const fields = {
      campaignName: 'On',
      caption: 'On',
      contactGroupId: groupId,
      statusEnabled: 'true',
    }
    const slowly = { minIntervalSeconds: '60', maxIntervalSeconds: '60' }
    const path = `/campaigns/${device.id}/${campaign.id}`
    await pause(clock, PACE_MAX_MS)
    // It is stopped before the next one is due.
    await clock.inRealTime(async () => {
      expect((await call('PUT', path, campaignForm({ ...fields, ...slowly }))).body).toMatchObject({
        campaignName: 'On',
      })
      await until('one has it', async () => ((await summary(campaign.id))?.counts.queued ?? 3) < 3)
      await call('PUT', path, campaignForm({ ...fields, ...slowly, statusEnabled: 'false' }))
      const stopped = await summary(campaign.id)
      expect(stopped?.status).toBe('paused')
      expect(stopped?.counts.queued).toBeGreaterThan(0)
    })
    await call('PUT', path, campaignForm(fields))
    await until('everybody has it', async () => (await summary(campaign.id))?.sent === 3)
    expect((await received('60123456701')).filter(({ text }) => text === 'On')).toHaveLength(1)
  })

  test('a campaign for later waits for its time', async () => {
    const inAnHour = new Date(clock.now() + 3_600_000).toISOString()
    const campaign = await create({
      campaignName: 'Later',
      caption: 'Later',
      scheduledAt: inAnHour,
    })
    expect(await load(campaign.id)).toMatchObject({ status: 'scheduled', scheduledAt: inAnHour })
    expect((await summary(campaign.id))?.counts.queued).toBe(3)
    await call('DELETE', `/campaigns/${device.id}/${campaign.id}`)
    expect((await call('GET', `/campaigns/${device.id}/${campaign.id}`)).status).toBe(404)
  })

  test('a duplicate is a full copy that sends nothing [7.dashboard.duplicate]', async () => {
    const original = await create({
      campaignName: 'Original',
      caption: 'Copy me',
      scheduledAt: new Date(clock.now() + 1e9).toISOString(),
      campaignScheduleType: 'daytime',
      timeZone: 'Asia/Kuala_Lumpur',
      mediaFile: pngFile('p.png'),
    })
    const copy = (await call('POST', `/campaigns/${device.id}/${original.id}/duplicate`))
      .body as BulkCampaign
    expect(copy).toMatchObject({
      campaignName: 'Original (copy)',
      caption: 'Copy me',
      statusEnabled: false,
      scheduledAt: null,
      campaignScheduleType: 'daytime',
      timeZone: 'Asia/Kuala_Lumpur',
      mediaFile: { originalName: 'p.png' },
      progress: { total: 3 },
      status: 'draft',
    })
    await call('DELETE', `/campaigns/${device.id}/${original.id}`)
    const file = (await load(copy.id)).mediaFile
    await call('DELETE', `/media/${file?._id}`)
    expect((await fetch(`${app.url}${file?.filePath}`)).status).toBe(200)
    await call('DELETE', `/campaigns/${device.id}/${copy.id}`)
    expect((await fetch(`${app.url}${file?.filePath}`)).status).toBe(404)
  })

  test.each<[Record<string, string>, string]>([
    [{ campaignName: '' }, 'Campaign name is required.'],
    [{ contactGroupId: '' }, 'Contact Group is required for Bulk Campaign.'],
    [{ minIntervalSeconds: '3' }, 'Choose an interval of at least 4 seconds.'],
    [{ maxIntervalSeconds: '61' }, 'Choose an interval of at most 60 seconds.'],
    [
      { minIntervalSeconds: '20', maxIntervalSeconds: '10' },
      'The minimum interval must not be longer than the maximum.',
    ],
    [{ scheduledAt: 'tomorrow' }, 'This time could not be read.'],
    [{ scheduledAt: '20277-03-01T10:30' }, 'This time could not be read.'],
    [{ scheduledAt: '+020277-03-01T10:30:00.000Z' }, 'This time could not be read.'],
    [{ campaignScheduleType: 'lunchtime' }, 'campaignScheduleType'],
    [{ campaignScheduleDetails: '[7, "noon"]' }, 'campaignScheduleDetails'],
    [{ timeZone: 'Mars/Olympus' }, 'Choose a known time zone.'],
    [{ enableLink: 'true', urlLink: 'javascript:alert(1)' }, 'http'],
    [{ enableLink: 'true' }, 'Enter a web address'],
    [{ enableLink: 'true', urlLink: '  ' }, 'Enter a web address'],
    [{ mediaAttachments: '[not json' }, 'This is not a valid list.'],
  ])('refuses %j', async (fields, sentence) => {
    const form = campaignForm({ campaignName: 'Bad', contactGroupId: groupId, ...fields })
    const answer = await call('POST', `/campaigns/${device.id}`, form)
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((answer.body as { message: string }).message).toContain(sentence)
  })

  test('a campaign without a device is refused with the sentence of its field', async () => {
    const form = campaignForm({ campaignName: 'Nowhere', contactGroupId: groupId })
    expect(await call('POST', '/campaigns/', form)).toMatchObject({
      status: 400,
      body: {
        message: 'Device ID is required. Please select or ensure device is connected.',
      },
    })
  })

  test('concurrent edits and deletions never answer 500', async () => {
    const absent = await makeGroup(
      app,
      session,
      'Absent',
      Array.from({ length: 30 }, (_, index) => ({
        name: `N${index}`,
        phoneNumber: `60125${index + 10}0000`,
      })),
    )
    const round = async (index: number) => {
      const { id } = await create({
        campaignName: `Race ${index}`,
        caption: 'x',
        contactGroupId: absent,
      })
      const path = `/campaigns/${device.id}/${id}`
      const fields = {
        campaignName: 'Edited',
        caption: 'y',
        contactGroupId: index % 2 ? absent : groupId,
      }
      return Promise.all([
        call('PUT', path, campaignForm({ ...fields, statusEnabled: 'false' })),
        call(
          'PUT',
          path,
          campaignForm({ ...fields, contactGroupId: absent, statusEnabled: 'false' }),
        ),
        call('DELETE', path),
      ])
    }
    // Two forms each: a member may send six at once.
    const answers = (await Promise.all([0, 1, 2].map(round))).flat()
    expect(
      answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 404),
    ).toEqual([])
  })

  test('a campaign can be edited and copied after its group was deleted', async () => {
    const people = [{ name: 'Devi', phoneNumber: '60123456777' }]
    const gone = await makeGroup(app, session, 'Soon gone', people)
    const later = new Date(clock.now() + 1e9).toISOString()
    const campaign = await create({
      campaignName: 'Outlives',
      caption: 'x',
      contactGroupId: gone,
      scheduledAt: later,
    })
    await call('DELETE', `/contact-groups/${gone}`)
    const path = `/campaigns/${device.id}/${campaign.id}`
    expect(await load(campaign.id)).toMatchObject({
      contactGroupId: null,
      contactGroupName: 'Soon gone',
    })
    const fields = {
      campaignName: 'Still there',
      caption: 'y',
      contactGroupId: gone,
      scheduledAt: later,
    }
    expect((await call('PUT', path, campaignForm(fields))).body).toMatchObject({
      campaignName: 'Still there',
      contactGroupName: 'Soon gone',
      progress: { total: 1 },
    })
    expect((await call('POST', `${path}/duplicate`)).body).toMatchObject({ progress: { total: 1 } })
  })

  test('browsers receive the progress of a campaign', async () => {
    const browser = await openBrowser(app.url, session)
    const changes: string[] = []
    browser.socket.on('campaign_changed', ({ progress }) => changes.push(progress?.status))
    const summaryMoves = browser.next<OverallSummary>('summary_changed')
    const done = browser.next<{ progress: { counts: { read: number } } }>(
      'campaign_changed',
      ({ progress }) => progress.counts.read === 3,
    )
    await create({ campaignName: 'Live', caption: 'Live' })
    await done
    expect((await summaryMoves).totalMessages).toBeGreaterThan(0)
    expect(changes).toContain('sending')
    browser.close()
  })
})
