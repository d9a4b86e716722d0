import type { RetriedCampaign } from '@kirim/contract/campaign-actions'
import type { CampaignReport, LedgerPage } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign, CampaignProgress } from '@kirim/contract/campaigns'
import { ledgerText } from '@kirim/contract/ledger-texts'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pause } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { campaignForm, openBrowser } from '../../../testing/test-browser.ts'

/** After so long without messages the first of a campaign leaves at once, whatever its pace. */
const PACE_MAX_MS = 60_000
const SLOWLY = { minIntervalSeconds: '60', maxIntervalSeconds: '60' }
const numbered = (from: number, people: number) =>
  Array.from({ length: people }, (_, n) => `6012555${from + n}`)

describe.each(journeyEngines)('actions on a campaign, on %s', (engine) => {
  const clock = createFastClock(20)
  let number: LinkedNumber
  let db: Db
  let made = 0
  beforeAll(async () => {
    number = await startLinkedNumber(engine, { clock })
    db = number.app.openDatabase()
  })
  afterAll(async () => {
    await db.destroy()
    await number.stop()
  })

  const call = (method: string, path: string, body?: unknown, token = number.session.token) =>
    number.app.call(method, path, { token, ...(body !== undefined && { body }) })
  async function create(
    people: readonly string[],
    fields: Parameters<typeof campaignForm>[0] = {},
  ) {
    const { session, device } = number
    made += 1
    const contactGroupId = await seedGroup(db, session._id, `Group ${made}`, people)
    const form = { campaignName: `C${made}`, caption: `Hello ${made}`, contactGroupId, ...fields }
    return (await call('POST', `/campaigns/${device.id}`, campaignForm(form))).body as BulkCampaign
  }
  const act = (id: string, action: string, token?: string) =>
    call('POST', `/campaigns/${number.device.id}/${id}/${action}`, undefined, token)
  const report = async (id: string) => (await call('GET', `/ledger/${id}`)).body as CampaignReport
  const listed = async (id: string, query = '') =>
    ((await call('GET', `/ledger/${id}/people${query}`)).body as LedgerPage).items
  const heard = (phoneNumber: string, text: string) =>
    number.network
      .messages(number.device.number, phoneNumber)
      .filter((message) => message.text === text).length

  test('pauses and resumes it repeatedly', async () => {
    const [first, ...others] = numbered(100, 3)
    // It is paused before the next one is due.
    const id = await clock.inRealTime(async () => {
      const { id } = await create([first ?? '', ...others], SLOWLY)
      await until('the first has it', async () => (await report(id)).counts.read > 0)
      expect((await report(id)).actions).toEqual(['pause', 'cancel'])
      for (const _again of [1, 2]) {
        const paused = (await act(id, 'pause')).body as CampaignProgress
        expect(paused).toMatchObject({ status: 'paused', actions: ['resume', 'cancel'] })
      }
      return id
    })
    expect((await act(id, 'resume')).body).toMatchObject({ pausedAt: null })
    const stranger = await number.app.newUser()
    for (const action of ['pause', 'resume', 'cancel', 'retry-failed']) {
      expect((await act(id, action, stranger.token)).status).toBe(404)
    }
    await call('DELETE', `/campaigns/${number.device.id}/${id}`)
  })

  test('cancels it for good and skips waiting people with the reason', async () => {
    const numbers = numbered(200, 1200)
    await pause(clock, PACE_MAX_MS)
    // It is cancelled before many more are due.
    const { id, cancelled } = await clock.inRealTime(async () => {
      const { id } = await create(numbers, SLOWLY)
      await until('the first has it', async () => (await report(id)).counts.read > 0)
      return { id, cancelled: (await act(id, 'cancel')).body as CampaignProgress }
    })
    const people = cancelled.counts.skipped
    expect(people).toBeGreaterThan(1190)
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      sentence: { code: 'cancelled_by_owner', params: { people } },
      actions: [],
      counts: { queued: 0 },
    })
    const { reasons, endedAt } = await report(id)
    expect(reasons).toMatchObject([{ reason: 'cancelled', state: 'skipped', people }])
    expect(endedAt).toBe(cancelled.cancelledAt)
    const [next] = await listed(id, '?state=skipped&limit=1')
    expect(next && ledgerText(next.sentence)).toBe(
      `Cancelled ${cancelled.cancelledAt}, before their turn.`,
    )
    for (const action of ['pause', 'resume', 'cancel', 'retry-failed']) {
      expect(await act(id, action)).toMatchObject({
        status: 409,
        body: { code: 'campaign_cancelled' },
      })
    }
    const form = { campaignName: 'Again', caption: 'Again', contactGroupId: 'x' }
    const saved = await call('PUT', `/campaigns/${number.device.id}/${id}`, campaignForm(form))
    expect(saved).toMatchObject({ status: 409, body: { code: 'campaign_cancelled' } })
    expect(heard(numbers.at(-1) ?? '', 'Hello 2')).toBe(0)
  })

  test('counts nobody as waiting right after the cancellation', async () => {
    const { id } = await create(numbered(2000, 3), { statusEnabled: 'false' })
    expect((await act(id, 'cancel')).body).toMatchObject({ code: 'campaign_not_cancellable' })
    const at = Date.now()
    await db.updateTable('campaigns').set({ cancelled_at: at }).where('id', '=', id).execute()
    expect(await report(id)).toMatchObject({
      status: 'cancelled',
      counts: { queued: 0, skipped: 3 },
      reasons: [{ reason: 'cancelled', people: 3 }],
    })
    expect(await listed(id, '?state=queued')).toEqual([])
    const skipped = await listed(id, '?state=skipped&reason=cancelled')
    expect(skipped.map(({ state, sentence }) => [state, sentence.code])).toEqual(
      Array.from({ length: 3 }, () => ['skipped', 'cancelled']),
    )
  })

  test('retries people whom nothing can have reached, and lists the others', async () => {
    const [refused = '', lost = '', reached = ''] = numbered(3000, 3)
    number.network.refuse(number.device.number, refused, 479)
    const { id } = await create([refused, lost, reached])
    await until('all have it', async () => (await report(id)).status === 'completed')
    await until('it is read', async () => (await report(id)).counts.read === 2)
    await db
      .updateTable('recipients')
      .set({ state: 'failed', reason: 'no_answer' })
      .where('campaign_id', '=', id)
      .where('phone_number', '=', lost)
      .execute()
    await db.updateTable('campaigns').set({ read: 1, failed: 2 }).where('id', '=', id).execute()
    const [failed] = await listed(id, `?q=${refused}`)
    expect(failed && ledgerText(failed.sentence)).toBe('Refused by WhatsApp (479).')
    expect((await report(id)).actions).toEqual(['retry_failed'])

    number.network.refuse(number.device.number, refused, undefined)
    const answer = (await act(id, 'retry-failed')).body as RetriedCampaign
    expect(answer).toMatchObject({ retried: 1, left: [{ reason: 'no_answer', people: 1 }] })
    await until('it has it', async () => (await report(id)).counts.read === 2)
    const text = `Hello ${made}`
    expect([refused, lost, reached].map((to) => heard(to, text))).toEqual([1, 1, 1])
    expect((await report(id)).counts).toMatchObject({ failed: 1, read: 2, queued: 0 })

    const again = (await act(id, 'retry-failed')).body as RetriedCampaign
    expect(again).toMatchObject({ retried: 0, progress: { status: 'completed' } })
  })

  test('20 failures in a row pause it and notify its owner; resuming resets the count', async () => {
    const numbers = numbered(4000, 45)
    for (const phoneNumber of numbers.slice(0, 43)) {
      number.network.setUnregistered(number.device.number, phoneNumber, true)
    }
    const browser = await openBrowser(number.app.url, number.session)
    const halts: unknown[] = []
    browser.socket.on('campaign_halted', (halt) => halts.push(halt))
    const { id, campaignName } = await create(numbers)
    await until('it is paused', async () => (await report(id)).status === 'paused')
    const paused = await report(id)
    expect(paused).toMatchObject({
      failuresInARow: 20,
      failed: 20,
      sentence: { code: 'paused_failures', params: { failures: 20, people: 25 } },
    })
    await until('it is told', () => halts.length === 1)
    expect(halts).toMatchObject([{ id, name: campaignName, sentence: { code: 'paused_failures' } }])

    await act(id, 'resume')
    await until('it is paused again', async () => (await report(id)).failed === 40)
    expect(await report(id)).toMatchObject({ failuresInARow: 20, status: 'paused' })
    await until('it is told again', () => halts.length === 2)
    await act(id, 'resume')
    await until('it ends', async () => (await report(id)).status === 'completed')
    expect(await report(id)).toMatchObject({ failed: 43, failuresInARow: 0 })
    browser.close()
  })
})
