import type { Preflight } from '@kirim/contract/campaign-preflight'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { campaignForm, makeGroup } from '../../../testing/test-browser.ts'

const FARAH = '60123456701'
const STOPPED = '60123456702'
const NAMELESS = '60123456703'
const LONG_NAME = 'Tengku Nur Aisyah binti Haji Abdul Rahman'

describe.each(engines)('before a campaign is saved, on %s', (engine) => {
  let number: LinkedNumber
  let contactGroupId: string
  beforeAll(async () => {
    number = await startLinkedNumber(engine)
    contactGroupId = await makeGroup(number.app, number.session, 'Pelanggan', [
      { name: 'Fārah', phoneNumber: FARAH },
      { name: 'Stopped', phoneNumber: STOPPED },
      { name: NAMELESS, phoneNumber: NAMELESS },
      { name: LONG_NAME, phoneNumber: '60123456704' },
    ])
    await call('POST', '/opt-outs', { phoneNumber: STOPPED })
  })
  afterAll(() => number.stop())

  const call = (method: string, path: string, body?: unknown, token = number.session.token) =>
    number.app.call(method, path, { token, ...(body !== undefined && { body }) })
  async function preflight(form: object = {}): Promise<Preflight> {
    const path = `/campaigns/${number.device.id}/preflight`
    const answer = await call('POST', path, { contactGroupId, ...form })
    expect(answer.status).toBe(200)
    return answer.body as Preflight
  }

  test('says who is reached, who is not and why, and when it ends', async () => {
    const { people, estimate, check } = await preflight({ caption: 'Hi' })
    expect(people).toMatchObject({
      total: 4,
      optedOut: { people: 1, first: [{ name: 'Stopped', phoneNumber: STOPPED }] },
      samePerson: { people: 0 },
      notOnWhatsApp: { people: 0 },
      reached: 3,
      unchecked: 3,
      neverWritten: 3,
      checkedAt: null,
    })
    expect(estimate).toMatchObject({ people: 3, alreadyWritten: 0, ahead: 0 })
    expect(Date.parse(estimate.endsAt ?? '')).toBeGreaterThan(Date.parse(estimate.startsAt ?? ''))
    expect(check).toBeNull()
  })

  test('shows how the text reads for three of them, as it is composed when it is sent', async () => {
    const { previews, findings } = await preflight({
      caption: 'Hi [name|kawan], come to [me_wa_name]',
      optOutLine: 'en',
      enableLink: 'true',
      urlLink: 'http://localhost/menu',
    })
    const end = `, come to ${number.device.name}\n\nhttp://localhost/menu\nReply STOP to stop.`
    expect(previews.map(({ kind, text, missing }) => [kind, text, missing])).toEqual([
      ['plain', `Hi Fārah${end}`, []],
      ['longest', `Hi ${LONG_NAME}${end}`, []],
      ['missing', `Hi kawan${end}`, ['name']],
    ])
    expect(previews.map(({ fallbacks }) => fallbacks)).toEqual([
      [],
      [],
      [{ start: 3, end: 8, placeholder: 'name' }],
    ])
    expect(findings).toEqual([
      { code: 'link_closed', params: { link: 'http://localhost/menu' }, tone: 'warning' },
      { code: 'field_empty', params: { placeholder: 'name', people: 1 }, tone: 'info' },
    ])
  })

  test('finds nothing to send, files that are gone, and no end', async () => {
    const codes = async (form: object) => (await preflight(form)).findings.map(({ code }) => code)
    expect(await codes({})).toEqual(['text_empty'])
    expect(await codes({ hasUpload: 'true' })).toEqual([])
    expect(await codes({ caption: 'Hi', mediaAttachments: ['gone'] })).toEqual(['files_missing'])
  })

  test('of a campaign that is being edited, counts those whom saving would leave it', async () => {
    const form = { campaignName: 'Menu', caption: 'Hi [name]', contactGroupId }
    const body = campaignForm({ ...form, statusEnabled: 'false' })
    const made = await call('POST', `/campaigns/${number.device.id}`, body)
    const { id: campaignId } = made.body as { id: string }
    expect((await preflight({ campaignId })).people).toMatchObject({ total: 4, reached: 3 })
    const others = await makeGroup(number.app, number.session, 'Others', [
      { name: 'Omar', phoneNumber: '60123456709' },
    ])
    const { people } = await preflight({ campaignId, contactGroupId: others })
    expect(people).toMatchObject({ total: 1, reached: 1 })
  })

  test('of another tenant, says nothing', async () => {
    const { token } = await number.app.newUser('Omar')
    const path = `/campaigns/${number.device.id}/preflight`
    expect(await call('POST', path, { contactGroupId }, token)).toMatchObject({
      status: 404,
      body: { code: 'device_not_found' },
    })
    expect(await call('POST', path, { contactGroupId: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'group_not_found' },
    })
  })
})
