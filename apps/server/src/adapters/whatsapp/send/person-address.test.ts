import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { campaignForm } from '../../../testing/test-browser.ts'
import { type Form, firstForm, formAfter, judgeAnswers, type KnownForms } from './person-address.ts'

type Weather = Parameters<LinkedNumber['network']['setWeather']>[1]

describe('people are addressed as their network wants', () => {
  const clock = createFastClock(20)
  let number: LinkedNumber
  let db: Db
  let next = 60_123_400_001
  let campaigns = 0
  beforeAll(async () => {
    number = await startLinkedNumber('SQLite', { clock })
    db = number.app.openDatabase()
  })
  afterAll(async () => {
    await db.destroy()
    await number.stop()
  })

  interface Group {
    readonly id: string
    readonly people: readonly string[]
  }
  async function strangers(count: number): Promise<Group> {
    const people = Array.from({ length: count }, () => String(next++))
    return { id: await seedGroup(db, number.session._id, `Group ${next}`, people), people }
  }
  const setWeather = (weather: Weather) => number.network.setWeather(number.device.number, weather)
  const struck = () => number.network.weatherOf(number.device.number).struck

  async function started({ id: contactGroupId }: Group) {
    const name = `Menu ${++campaigns}`
    const form = campaignForm({ campaignName: name, caption: name, contactGroupId })
    const { token } = number.session
    const path = `/campaigns/${number.device.id}`
    const made = await number.app.call('POST', path, { token, body: form })
    const { id } = made.body as BulkCampaign
    const report = async () =>
      (await number.app.call('GET', `/ledger/${id}`, { token })).body as CampaignReport
    return { name, report }
  }

  /** Writes a campaign to them; how often each has got it once all have read it. */
  async function written(group: Group) {
    const { name, report } = await started(group)
    const all = group.people.length
    await until('all have it', async () => (await report()).counts.read === all)
    return group.people.map((one) => number.heard(one).filter((text) => text === name).length)
  }

  /** In which form each has got their last message. */
  const forms = ({ people }: Group) =>
    people.map(
      (one) =>
        number.network
          .messages(number.device.number, one)
          .filter(({ direction }) => direction === 'to-contact')
          .at(-1)?.addressing,
    )

  let friends: Group
  test('by number in calm weather', async () => {
    friends = await strangers(2)
    expect(await written(friends)).toEqual([1, 1])
    expect(forms(friends)).toEqual(['pn', 'pn'])
  })

  test('by LID once 463 tells that they have moved, each once', async () => {
    setWeather({ kind: 'migrated' })
    const people = await strangers(3)
    expect(await written(people)).toEqual([1, 1, 1])
    expect(forms(people)).toEqual(['lid', 'lid', 'lid'])
    // Only the first of the strangers tells it.
    expect(struck()).toBe(1)
    expect(await written(friends)).toEqual([1, 1])
    expect(struck()).toBe(3)
    expect(await written(friends)).toEqual([1, 1])
    expect(struck()).toBe(3)
  })

  test('by number again where LIDs are answered 400', async () => {
    setWeather({ kind: 'migrated', own: false })
    expect(await written(friends)).toEqual([1, 1])
    expect(forms(friends)).toEqual(['pn', 'pn'])
    expect(struck()).toBe(2)
    const others = await strangers(2)
    expect(await written(others)).toEqual([1, 1])
    expect(await written(friends)).toEqual([1, 1])
    expect(struck()).toBe(2)
  })

  test('with 463 for both forms new chats are limited, and nobody fails for it', async () => {
    setWeather({ kind: 'limited', newADay: 0 })
    const { report } = await started(await strangers(3))
    await until('they are held', async () => (await report()).counts.held === 3)
    expect(await report()).toMatchObject({ counts: { failed: 0 } })
    expect(struck()).toBe(2)
  })
})

test.each<[string, Partial<KnownForms>, Form]>([
  ['the form that was asked for', {}, 'number'],
  ['the form that was asked for', { requested: 'lid' }, 'lid'],
  ['the LID, where the account has moved', { ofAccount: 'lid' }, 'lid'],
  ['the number, where it has not', { requested: 'lid', ofAccount: 'number' }, 'number'],
  ['the form of the last time', { ofAccount: 'lid', ofPerson: 'number' }, 'number'],
  ['the form of the last time', { ofPerson: 'lid' }, 'lid'],
])('first is %s (%o)', (_what, known, form) => {
  expect(firstForm({ requested: 'number', ofPerson: null, ofAccount: null, ...known })).toBe(form)
})

test.each<[Form, string | null, Form | null]>([
  ['number', '463', 'lid'],
  ['lid', '400', 'number'],
  ['number', '400', null],
  ['lid', '463', null],
  ['number', '429', null],
  ['lid', '479', null],
  ['number', null, null],
  ['lid', null, null],
])('after a %s that was answered %s comes %s', (tried, code, next) => {
  expect(formAfter(tried, code)).toBe(next)
})

describe('when both were tried', () => {
  test.each<[Form, string | null, boolean, ReturnType<typeof judgeAnswers>]>([
    ['lid', null, true, { counts: 'lid', ofPerson: 'lid', ofAccount: 'lid' }],
    ['number', null, true, { counts: 'number', ofPerson: 'number', ofAccount: 'number' }],
    // It may have arrived.
    ['lid', null, false, { counts: 'lid', ofPerson: 'lid', ofAccount: null }],
    ['number', null, false, { counts: 'number', ofPerson: 'number', ofAccount: null }],
    // New chats are limited.
    ['lid', '463', false, { counts: 'lid', ofPerson: 'number', ofAccount: null }],
    ['lid', '400', false, { counts: 'number', ofPerson: 'number', ofAccount: null }],
    ['number', '463', false, { counts: 'number', ofPerson: 'number', ofAccount: null }],
    ['lid', '479', false, { counts: 'lid', ofPerson: 'lid', ofAccount: null }],
    ['number', '400', false, { counts: 'number', ofPerson: 'number', ofAccount: null }],
  ])('the %s last, answered %s (accepted: %s)', (second, code, accepted, verdict) => {
    expect(judgeAnswers({ second, code, accepted })).toEqual(verdict)
  })
})
