import type { CampaignReport, LedgerPage } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { campaignForm, makeGroup } from '../../../testing/test-browser.ts'

const PEOPLE = [1, 2, 3, 4, 5].map((place) => ({
  name: `Person ${place}`,
  phoneNumber: `6012345671${place}`,
}))

describe.each(journeyEngines)('several wordings of a campaign on %s', (engine) => {
  let number: LinkedNumber
  let contactGroupId: string
  let path: string
  let campaign: BulkCampaign
  beforeAll(async () => {
    number = await startLinkedNumber(engine)
    contactGroupId = await makeGroup(number.app, number.session, 'Pelanggan', PEOPLE)
    campaign = await save('POST', `/campaigns/${number.device.id}`, {
      variants: [{ caption: '[name], two\r\nlines' }],
    })
    path = `/campaigns/${number.device.id}/${campaign.id}`
    await until('the first was written to', async () => (await report()).counts.read === 1)
  })
  afterAll(() => number.stop())

  const call = (method: string, to: string, body?: unknown) =>
    number.app.call(method, to, {
      token: number.session.token,
      ...(body !== undefined && { body }),
    })
  async function save(
    method: string,
    to: string,
    { variants, ...fields }: { variants?: object[]; statusEnabled?: string },
  ): Promise<BulkCampaign> {
    const pace = { minIntervalSeconds: '60', maxIntervalSeconds: '60' }
    const form = {
      campaignName: 'Menu',
      caption: 'One, [name]',
      contactGroupId,
      ...pace,
      ...fields,
      ...(variants && { variants: JSON.stringify(variants) }),
    }
    const { status, body } = await call(method, to, campaignForm(form))
    expect([status, body]).toEqual([method === 'POST' ? 201 : 200, expect.anything()])
    return body as BulkCampaign
  }
  const report = async (id = campaign.id) =>
    (await call('GET', `/ledger/${id}`)).body as CampaignReport
  const dealt = async (id = campaign.id) =>
    ((await call('GET', `/ledger/${id}/people`)).body as LedgerPage).items
      .map(({ variant }) => variant)
      .join('')

  test('get letters and are assigned in turn', async () => {
    expect(campaign.variants).toEqual([{ letter: 'B', caption: '[name], two\nlines' }])
    expect(await dealt()).toBe('ABABA')
    expect(number.heard(PEOPLE[0]?.phoneNumber ?? '')).toEqual(['One, Person 1'])
  })

  test('an edit of a text, or without wordings, changes no assignment', async () => {
    const [b] = campaign.variants
    const edited = await save('PUT', path, { variants: [{ ...b, caption: 'New' }] })
    expect(edited.variants).toEqual([{ letter: 'B', caption: 'New' }])
    expect((await save('PUT', path, {})).variants).toEqual(edited.variants)
    expect(await dealt()).toBe('ABABA')
  })

  test('an added one gets its share of waiting people, a removed one returns its people', async () => {
    const added = await save('PUT', path, {
      variants: [{ letter: 'B', caption: 'New' }, { caption: 'Third' }],
    })
    expect(added.variants.map(({ letter }) => letter)).toEqual(['B', 'C'])
    expect(await dealt()).toBe('ABACA')
    const less = await save('PUT', path, { variants: [{ letter: 'C', caption: 'Third' }] })
    expect(less.variants).toEqual([{ letter: 'C', caption: 'Third' }])
    expect(await dealt()).toBe('AAACA')
    // The letter of a wording that people may have been sent is not given to another.
    const again = await save('PUT', path, {
      variants: [{ letter: 'C', caption: 'Third' }, { caption: 'Fourth' }],
    })
    expect(again.variants.map(({ letter }) => letter)).toEqual(['C', 'D'])
    expect(await dealt()).toBe('AAADA')
    await save('PUT', path, { variants: [{ letter: 'C', caption: 'Third' }] })
  })

  test('the report has the outcome of each, and that it is too early for a verdict', async () => {
    const { variants, comparison } = await report()
    expect(variants).toMatchObject([
      { letter: 'A', caption: 'One, [name]', removed: false, sent: 1, delivered: 1, read: 1 },
      { letter: 'B', removed: true, people: 0 },
      { letter: 'C', caption: 'Third', removed: false, sent: 0 },
      { letter: 'D', removed: true, people: 0 },
    ])
    expect(variants.reduce((sum, { people }) => sum + people, 0)).toBe(PEOPLE.length)
    expect(comparison).toEqual([
      { code: 'answered_early', params: { hits: 0, needed: 100 } },
      { code: 'read_early', params: { hits: 1, needed: 100 } },
    ])
    const file = String((await call('GET', `/ledger/${campaign.id}/export.csv`)).body)
    const lines = file.trim().split('\r\n')
    const place = (lines[0] ?? '').split(',').indexOf('Variation')
    const letters = lines.slice(1).map((line) => line.split(',')[place])
    expect(letters.join('')).toBe(await dealt())
  })

  test('a copy has the current wordings and assigns them to its own people', async () => {
    const { body } = await call('POST', `${path}/duplicate`)
    const copy = body as BulkCampaign
    expect(copy.variants).toEqual([{ letter: 'C', caption: 'Third' }])
    expect(await dealt(copy.id)).toBe('ACACA')
    expect((await report(copy.id)).variants.map(({ letter }) => letter)).toEqual(['A', 'C'])
  })

  test('one wording alone has no letters', async () => {
    await save('PUT', path, { variants: [] })
    expect(await dealt()).toBe('AAAAA')
    const plain = await save('POST', `/campaigns/${number.device.id}`, { statusEnabled: 'false' })
    expect([plain.variants, await dealt(plain.id)]).toEqual([[], ''])
    expect((await report(plain.id)).variants).toEqual([])
    expect((await report(plain.id)).comparison).toEqual([])
  })
})
