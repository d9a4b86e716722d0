import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import type { Session } from '@kirim/contract/accounts'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import {
  PLAN_QUOTAS,
  type QuotaName,
  type QuotaOverrides,
  type QuotaUse,
} from '@kirim/contract/quotas'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { journeyEngines } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  campaignForm,
  chatbotForm,
  linkDevice,
  makeGroup,
  openBrowser,
  pngFile,
} from '../../testing/test-browser.ts'

describe.each(journeyEngines)('quotas on %s', (engine) => {
  /** Noon of a day that the test advances. */
  let noon = Date.UTC(2026, 5, 1, 12)
  const clock = { now: () => noon, after: systemClock.after }
  let app: TestApp
  let admin: Session
  let me: Session
  let serial = 0

  beforeAll(async () => {
    app = await startTestApp(engine, { clock })
    admin = await app.newUser('Admin')
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    me = await app.newUser()
  })

  const call = (session: Session, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: session.token, ...(body !== undefined && { body }) })
  const allow = (overrides: QuotaOverrides, whom = me) =>
    call(admin, 'PUT', `/admin/users/${whom._id}/quotas`, overrides)
  const useOf = async (quota: QuotaName) => {
    const { body } = await call(me, 'GET', '/users/quotas')
    return (body as QuotaUse[]).find((use) => use.quota === quota)?.used
  }
  const newNumber = () => `6012${String(++serial).padStart(7, '0')}`
  const addContact = (phoneNumber = newNumber()) =>
    call(me, 'POST', '/contacts', { name: 'A', phoneNumber })
  const uploadSheet = (groupId: string, numbers: readonly string[]) => {
    const rows = numbers.map((phone) => ({ Name: 'A', Phone: phone }))
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.json_to_sheet(rows))
    const form = new FormData()
    form.set('file', new Blob([write(book, { type: 'array', bookType: 'xlsx' })]), 'people.xlsx')
    form.set('groupId', groupId)
    return call(me, 'POST', '/contacts/upload', form)
  }
  const uploadMedia = () => {
    const form = new FormData()
    form.set('mediaFile', pngFile('x.png'))
    return call(me, 'POST', '/media', form)
  }
  const files = () => readdir(join(app.dataDir, 'media')).catch(() => [])
  const refusal = (quota: QuotaName, code: string, limit: number, used: number) => ({
    status: 403,
    body: { code, params: { quota, limit, used } },
  })
  const contactsRefused = (limit: number, used: number) =>
    refusal('contacts', 'quota_contacts', limit, used)

  test('are those of the plan until an admin sets others; null restores them', async () => {
    const plans = (plan: 'Free' | 'Pro', limits: QuotaOverrides = {}) =>
      Object.entries(PLAN_QUOTAS[plan]).map(([quota, ofPlan]) => ({
        quota,
        used: 0,
        ofPlan,
        limit: limits[quota as QuotaName] ?? ofPlan,
      }))
    expect((await call(me, 'GET', '/users/quotas')).body).toEqual(plans('Free'))
    const set = { contacts: 3, mediaBytes: 0 }
    expect(await allow(set)).toMatchObject({ status: 200, body: plans('Free', set) })
    await call(admin, 'PUT', `/admin/users/${me._id}`, { membershipPlan: 'Pro' })
    expect((await call(me, 'GET', '/users/quotas')).body).toEqual(plans('Pro', set))
    await allow({ contacts: null })
    expect((await call(admin, 'GET', `/admin/users/${me._id}/quotas`)).body).toEqual(
      plans('Pro', { mediaBytes: 0 }),
    )
  })

  test('notify the member when they change', async () => {
    const browser = await openBrowser(app.url, me)
    const told = browser.next('account_changed')
    await allow({ campaigns: 1 })
    await told
    browser.close()
  })

  test('of others are for admins only, and unknown users are not found', async () => {
    const other = await app.newUser()
    const path = `/admin/users/${me._id}/quotas`
    for (const session of [me, other]) {
      expect(await call(session, 'GET', path)).toMatchObject({ status: 403 })
      expect(await call(session, 'PUT', path, { contacts: 1 })).toMatchObject({ status: 403 })
      expect(await call(session, 'GET', '/admin/quotas')).toMatchObject({ status: 403 })
    }
    for (const [method, body] of [['GET'], ['PUT', { contacts: 1 }]] as const) {
      expect(await call(admin, method, '/admin/users/nobody/quotas', body)).toMatchObject({
        status: 404,
        body: { code: 'user_not_found' },
      })
    }
    for (const contacts of [-1, 0.5, '5', 1e16]) {
      expect((await allow({ contacts } as QuotaOverrides)).status).toBe(400)
    }
  })

  test('the fullest of each member is listed', async () => {
    await allow({ contacts: 10, campaigns: 0 })
    const mine = async () => {
      const { body } = await call(admin, 'GET', '/admin/quotas')
      return (body as (QuotaUse & { workspaceId: string })[]).find(
        ({ workspaceId }) => workspaceId === me._id,
      )
    }
    expect(await mine()).toMatchObject({ quota: 'campaigns', used: 0, limit: 0 })
    await allow({ campaigns: null })
    await addContact()
    expect(await mine()).toMatchObject({ quota: 'contacts', used: 1, limit: 10 })
  })

  test('a contact above the quota is refused; a known one does not count again', async () => {
    await allow({ contacts: 2 })
    const known = newNumber()
    expect((await addContact(known)).status).toBe(201)
    expect((await addContact()).status).toBe(201)
    const refused = await addContact()
    expect(refused).toMatchObject(contactsRefused(2, 2))
    expect((refused.body as { message: string }).message).toBe(
      'This would exceed your limit of 2 contacts. Delete some first, or ask an admin for more.',
    )
    expect((await addContact(known)).status).toBe(201)
    const [one] = (await call(me, 'GET', '/contacts')).body as { _id: string }[]
    await call(me, 'DELETE', `/contacts/${one?._id}`)
    expect((await addContact()).status).toBe(201)
    expect(await useOf('contacts')).toBe(2)
  })

  test('contacts added concurrently do not exceed it', async () => {
    await allow({ contacts: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => addContact()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(await useOf('contacts')).toBe(3)
    expect((await call(me, 'GET', '/contacts')).body).toHaveLength(3)
  })

  test('a file with too many new people is refused as a whole', async () => {
    await allow({ contacts: 600 })
    const group = await makeGroup(app, me, 'Group', [])
    const known = Array.from({ length: 300 }, newNumber)
    expect((await uploadSheet(group, known)).status).toBe(200)
    const more = Array.from({ length: 301 }, newNumber)
    const refused = await uploadSheet(group, [...known, ...more])
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'quota_import',
        params: { quota: 'contacts', limit: 600, used: 300, added: '301', room: '300' },
        message:
          'This file has 301 new contacts, but your account has room for only 300 of its limit of 600. Nothing was imported.',
      },
    })
    expect(await useOf('contacts')).toBe(300)
    expect((await uploadSheet(group, [...known, ...more.slice(1)])).status).toBe(200)
    expect(await useOf('contacts')).toBe(600)
  })

  test('of two concurrent files that exceed it together, one is imported', async () => {
    await allow({ contacts: 700 })
    const group = await makeGroup(app, me, 'Group', [])
    const sheets = [1, 2].map(() => Array.from({ length: 600 }, newNumber))
    const answers = await Promise.all([
      ...sheets.map((numbers) => uploadSheet(group, numbers)),
      ...Array.from({ length: 20 }, () => addContact()),
    ])
    expect(
      answers
        .slice(0, 2)
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 403])
    expect(answers.slice(2).every(({ status }) => status === 201)).toBe(true)
    expect(await useOf('contacts')).toBe(620)
    // The reserved quota of the imports is free again.
    for (let left = 80; left > 0; left--) expect((await addContact()).status).toBe(201)
    expect(await addContact()).toMatchObject(contactsRefused(700, 700))
  })

  test('a refused library file leaves nothing on the disk', async () => {
    const first = (await uploadMedia()).body as { _id: string; fileSize: number }
    const most = 3 * first.fileSize
    await allow({ mediaBytes: most })
    const before = await files()
    const answers = await Promise.all([1, 2, 3].map(uploadMedia))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403])
    expect(answers.find(({ status }) => status === 403)).toMatchObject(
      refusal('mediaBytes', 'quota_media_bytes', most, most),
    )
    expect(await files()).toHaveLength(before.length + 2)
    expect(await useOf('mediaBytes')).toBe(most)
    await call(me, 'DELETE', `/media/${first._id}`)
    expect(await useOf('mediaBytes')).toBe(most - first.fileSize)
    expect((await uploadMedia()).status).toBe(201)
  })

  test('group places are counted, and a file that exceeds them is refused as a whole', async () => {
    await allow({ groupPlaces: 3 })
    const [one, other] = [
      await makeGroup(app, me, 'One', []),
      await makeGroup(app, me, 'Other', []),
    ]
    const people = [newNumber(), newNumber()]
    expect((await uploadSheet(one, people)).status).toBe(200)
    const refused = refusal('groupPlaces', 'quota_group_places', 3, 2)
    expect(await uploadSheet(other, people)).toMatchObject(refused)
    expect(await uploadSheet(one, [...people, newNumber(), newNumber()])).toMatchObject(refused)
    expect([await useOf('contacts'), await useOf('groupPlaces')]).toEqual([2, 2])
    // Known contacts do not count again.
    expect((await uploadSheet(one, [...people, newNumber()])).status).toBe(200)
    const join = () =>
      call(me, 'POST', '/contacts', { name: 'A', phoneNumber: people[0], groupId: other })
    expect(await join()).toMatchObject({ status: 403, body: { code: 'quota_group_places' } })
    await call(me, 'DELETE', `/contact-groups/${one}`)
    await until('its places are free', async () => (await useOf('groupPlaces')) === 0)
    expect((await join()).status).toBe(201)
  })

  test('opt-outs are counted with each change, and a file with too many is refused as a whole', async () => {
    await allow({ optOuts: 3 })
    const upload = (numbers: readonly string[]) => {
      const form = new FormData()
      form.set('file', new Blob([`Phone\n${numbers.join('\n')}\n`]), 'out.csv')
      return call(me, 'POST', '/opt-outs/import', form)
    }
    const change = (path: string, phoneNumber?: string) =>
      call(me, 'POST', path, { reason: 'Asked', ...(phoneNumber && { phoneNumber }) })
    const people = [newNumber(), newNumber()]
    expect((await upload(people)).status).toBe(200)
    expect(await upload([...people, newNumber(), newNumber()])).toMatchObject(
      refusal('optOuts', 'quota_opt_outs', 3, 2),
    )
    expect((await upload(people)).status).toBe(200)
    const { body } = await call(me, 'GET', '/opt-outs')
    const [first] = (body as { items: { id: string }[] }).items
    expect((await change(`/opt-outs/${first?.id}/remove`)).status).toBe(200)
    expect(await upload(people)).toMatchObject({ status: 403, body: { code: 'quota_opt_outs' } })
    expect(await useOf('optOuts')).toBe(3)
  })

  test('one person can be opted out by hand above the quota, but not opted in', async () => {
    await allow({ optOuts: 0 })
    const contact = async () => {
      const body = { name: 'A', phoneNumber: newNumber() }
      return ((await call(me, 'POST', '/contacts', body)).body as { _id: string })._id
    }
    const optOut = (...ids: string[]) => {
      const change = { does: 'optOut', reason: 'Asked' }
      return call(me, 'POST', '/contacts/changes', { who: { by: 'ids', ids }, change })
    }
    const refused = { status: 403, body: { code: 'quota_opt_outs' } }
    const [one, other, third] = [await contact(), await contact(), await contact()]
    expect(await optOut(other, third)).toMatchObject(refused)
    expect((await optOut(one)).status).toBe(200)
    const byNumber = { phoneNumber: newNumber(), reason: 'Asked' }
    const added = await call(me, 'POST', '/opt-outs', byNumber)
    expect(added.status).toBe(201)
    // Whoever was left alone is, under a new number, too.
    const renumbered = await call(me, 'PUT', `/contacts/${one}`, { phoneNumber: newNumber() })
    expect(renumbered.status).toBe(200)
    expect(await useOf('optOuts')).toBe(3)
    const { id } = added.body as { id: string }
    expect(await call(me, 'POST', `/opt-outs/${id}/remove`, { reason: 'Asked' })).toMatchObject(
      refused,
    )
    expect(await useOf('optOuts')).toBe(3)
  })

  describe('with a number', () => {
    let device: Device
    let group: string
    let people: string[]

    beforeEach(async () => {
      device = await linkDevice(app, me)
      people = [newNumber(), newNumber()]
      group = await makeGroup(
        app,
        me,
        'Two',
        people.map((phoneNumber) => ({ name: 'A', phoneNumber })),
      )
    })

    const create = (fields: Record<string, string | Blob> = {}) =>
      call(
        me,
        'POST',
        `/campaigns/${device.id}`,
        campaignForm({
          campaignName: 'C',
          caption: 'C',
          contactGroupId: group,
          statusEnabled: 'false',
          ...fields,
        }),
      )
    const campaigns = async () =>
      (await call(me, 'GET', '/analytics/dashboard/bulk-campaign-summary')).body as {
        id: string
      }[]

    test('a campaign above the quota is refused with its upload, also as a copy', async () => {
      await allow({ campaigns: 1 })
      const { body } = await create()
      const before = await files()
      const path = `/campaigns/${device.id}/${(body as BulkCampaign).id}`
      const answers = [
        await create({ mediaFile: pngFile('x.png') }),
        await call(me, 'POST', `${path}/duplicate`),
      ]
      for (const answer of answers) {
        expect(answer).toMatchObject(refusal('campaigns', 'quota_campaigns', 1, 1))
      }
      expect(await campaigns()).toHaveLength(1)
      expect(await files()).toEqual(before)
      expect([await useOf('mediaBytes'), await useOf('peopleWaiting')]).toEqual([0, 2])
      await call(me, 'DELETE', path)
      expect([await useOf('campaigns'), await useOf('peopleWaiting')]).toEqual([0, 0])
      const both = await Promise.all([create(), create()])
      expect(both.map(({ status }) => status).sort()).toEqual([201, 403])
    })

    test('an upload above the storage quota creates no campaign', async () => {
      await allow({ mediaBytes: 1 })
      const refused = await create({ mediaFile: pngFile('x.png') })
      expect(refused).toMatchObject({ status: 403, body: { code: 'quota_media_bytes' } })
      expect(await campaigns()).toEqual([])
    })

    test('too many waiting people are refused when a campaign is created, duplicated or extended', async () => {
      await allow({ peopleWaiting: 4 })
      const { body } = await create()
      const path = `/campaigns/${device.id}/${(body as BulkCampaign).id}`
      expect((await call(me, 'POST', `${path}/duplicate`)).status).toBe(201)
      const refused = refusal('peopleWaiting', 'quota_people_waiting', 4, 4)
      expect(await create()).toMatchObject(refused)
      expect(await call(me, 'POST', `${path}/duplicate`)).toMatchObject(refused)
      expect(await campaigns()).toHaveLength(2)

      const change = (contactGroupId: string, campaignName: string) =>
        call(
          me,
          'PUT',
          path,
          campaignForm({ campaignName, caption: 'C', contactGroupId, statusEnabled: 'false' }),
        )
      const three = await makeGroup(
        app,
        me,
        'Three',
        [...people, newNumber()].map((phoneNumber) => ({ name: 'A', phoneNumber })),
      )
      expect(await change(three, 'Larger')).toMatchObject({
        status: 403,
        body: { code: 'quota_people_waiting' },
      })
      expect((await call(me, 'GET', path)).body).toMatchObject({ campaignName: 'C' })
      // What exists may be edited, even after an admin lowers the limit.
      await allow({ peopleWaiting: 1 })
      expect(await change(group, 'Edited')).toMatchObject({ status: 200 })
      expect(await useOf('peopleWaiting')).toBe(4)
    })

    test('people of finished campaigns count until the campaign is deleted', async () => {
      await allow({ recipients: 4 })
      const scheduledAt = new Date(noon + 24 * 3600 * 1000).toISOString()
      for (let n = 0; n < 2; n++) {
        const { body } = await create({ scheduledAt, statusEnabled: 'true' })
        const path = `/campaigns/${device.id}/${(body as BulkCampaign).id}`
        expect((await call(me, 'POST', `${path}/cancel`)).status).toBe(200)
      }
      expect([await useOf('peopleWaiting'), await useOf('recipients')]).toEqual([0, 4])
      expect(await create()).toMatchObject(refusal('recipients', 'quota_recipients', 4, 4))
      const [one] = await campaigns()
      await call(me, 'DELETE', `/campaigns/${device.id}/${one?.id}`)
      await until('its people are erased', async () => (await useOf('recipients')) === 2)
      expect((await create()).status).toBe(201)
    })

    test('a chatbot item above the quota is refused with its upload', async () => {
      await allow({ chatbotItems: 1 })
      const path = `/ai-chatbot/${device.id}/campaigns`
      const { body } = await call(me, 'POST', path, chatbotForm())
      const before = await files()
      expect(
        await call(me, 'POST', path, chatbotForm({ mediaFileAi: pngFile('x.png') })),
      ).toMatchObject(refusal('chatbotItems', 'quota_chatbot_items', 1, 1))
      expect(await files()).toEqual(before)
      expect(await useOf('mediaBytes')).toBe(0)
      await call(me, 'DELETE', `${path}/${(body as { _id: string })._id}`)
      expect((await call(me, 'POST', path, chatbotForm())).status).toBe(201)
      // Items of a removed number cannot be deleted, so they do not count; they return with the
      // number.
      await call(me, 'DELETE', `/whatsapp/devices/${device.id}`)
      expect(await useOf('chatbotItems')).toBe(0)
    })

    test('API calls above the daily quota are refused until the next day', async () => {
      await allow({ callsToday: 1 })
      const attempt = () =>
        call(me, 'POST', `/ai-chatbot/${device.id}/api-rest/try`, {
          method: 'GET',
          url: 'http://127.0.0.1:9/',
          headers: [],
          body: '',
          fields: [],
          fallbackText: '',
        })
      expect((await attempt()).status).toBe(200)
      expect(await attempt()).toMatchObject(refusal('callsToday', 'quota_calls_today', 1, 1))
      expect(await useOf('callsToday')).toBe(1)
      noon += 24 * 3600 * 1000
      expect(await useOf('callsToday')).toBe(0)
      expect((await attempt()).status).toBe(200)
    })
  })
})
