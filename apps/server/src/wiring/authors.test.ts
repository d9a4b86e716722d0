import type { Session } from '@kirim/contract/accounts'
import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { ListedChatbotItem } from '@kirim/contract/chatbots'
import type { OptOut, OptOutChange } from '@kirim/contract/opt-outs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { engines } from '../testing/engines.ts'
import { joinWorkspace } from '../testing/join-workspace.ts'
import { seedTenant, type Tenant } from '../testing/tenant.ts'
import { type Caller, startTestApp, type TestApp } from '../testing/test-app.ts'
import { campaignForm, chatbotForm } from '../testing/test-browser.ts'

const LATER = { scheduledAt: '2999-01-01T00:00:00.000Z', statusEnabled: 'true' }

describe.each(engines)('who did what in a workspace, on %s,', (engine) => {
  let app: TestApp
  let db: Db
  let shop: Tenant
  let aina: Session
  let asOwner: Caller
  let asAina: Caller
  beforeAll(async () => {
    app = await startTestApp(engine)
    db = app.openDatabase()
    const siti = await app.newUser('Siti')
    shop = await seedTenant(app, db, siti)
    aina = await app.newUser('Aina')
    const member = { role: 'manager', sees: 'all' } as const
    asOwner = (method, path, options = {}) =>
      app.call(method, path, { token: siti.token, ...options })
    asAina = await joinWorkspace(app, db, shop.workspaceId, aina, member)
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })

  const form = (fields: Parameters<typeof campaignForm>[0]) =>
    campaignForm({ campaignName: 'Raya', caption: 'Hi', contactGroupId: shop.groupId, ...fields })
  const create = async (call: Caller, fields: Parameters<typeof campaignForm>[0] = {}) => {
    const made = await call('POST', `/campaigns/${shop.deviceId}`, { body: form(fields) })
    return made.body as BulkCampaign
  }
  const act = (call: Caller, id: string, action: string) =>
    call('POST', `/campaigns/${shop.deviceId}/${id}/${action}`)
  const report = async (id: string) =>
    (await asOwner('GET', `/ledger/${id}`)).body as CampaignReport
  async function listed(id: string) {
    const path = '/analytics/dashboard/bulk-campaign-summary'
    const all = (await asOwner('GET', path)).body as BulkCampaignSummary[]
    return all.find((campaign) => campaign.id === id)
  }
  const lastChange = async (id: string) => {
    const changes = (await asOwner('GET', `/opt-outs/${id}/changes`)).body as OptOutChange[]
    return changes[0]?.changedBy
  }

  test('the page and the list of campaigns name who created each', async () => {
    const { id } = await create(asAina)
    expect((await report(id)).createdBy).toEqual({ name: 'Aina' })
    expect((await listed(id))?.createdBy).toEqual({ name: 'Aina' })
  })

  test('a copy is by the person who copied', async () => {
    const { id } = await create(asOwner)
    const copy = (await act(asAina, id, 'duplicate')).body as BulkCampaign
    expect((await report(copy.id)).createdBy).toEqual({ name: 'Aina' })
    expect((await report(id)).createdBy).toEqual({ name: 'Siti' })
  })

  test('a campaign names who paused it until it goes on, and who cancelled it', async () => {
    const { id } = await create(asOwner, LATER)
    expect((await report(id)).stoppedBy).toBeUndefined()
    await act(asAina, id, 'pause')
    expect((await listed(id))?.stoppedBy).toEqual({ name: 'Aina' })
    await act(asOwner, id, 'resume')
    expect((await report(id)).stoppedBy).toBeUndefined()
    await act(asOwner, id, 'cancel')
    expect((await report(id)).stoppedBy).toEqual({ name: 'Siti' })
  })

  test('switching a campaign off in its form is a pause by that person', async () => {
    const { id } = await create(asOwner, LATER)
    const off = { body: form({ ...LATER, statusEnabled: 'false' }) }
    expect((await asAina('PUT', `/campaigns/${shop.deviceId}/${id}`, off)).status).toBe(200)
    expect((await report(id)).stoppedBy).toEqual({ name: 'Aina' })
  })

  test('opt-outs name who changed them by hand, of one person or of several', async () => {
    const body = { phoneNumber: '60123456755' }
    const { id, last } = (await asAina('POST', '/opt-outs', { body })).body as OptOut
    expect(last.changedBy).toEqual({ name: 'Aina' })
    await asOwner('POST', `/opt-outs/${id}/remove`, { body: { reason: 'She asked' } })
    expect(await lastChange(id)).toEqual({ name: 'Siti' })

    const change = { does: 'optOut', reason: 'Asked' }
    const who = { by: 'ids', ids: [shop.contactId] }
    await asAina('POST', '/contacts/changes', { body: { who, change } })
    const page = (await asOwner('GET', `/opt-outs?q=${shop.contactNumber}`)).body as {
      items: OptOut[]
    }
    expect(page.items[0]?.last.changedBy).toEqual({ name: 'Aina' })
  })

  test('the list of chatbot items names who edited each last', async () => {
    const path = `/ai-chatbot/${shop.deviceId}/campaigns`
    const editor = async () => {
      const items = (await asOwner('GET', path)).body as ListedChatbotItem[]
      return items.find(({ _id }) => _id === shop.itemId)?.lastEditedBy
    }
    expect(await editor()).toEqual({ name: 'Siti' })
    await asAina('PUT', `${path}/${shop.itemId}`, { body: chatbotForm({ status: 'disable' }) })
    expect(await editor()).toEqual({ name: 'Aina' })
  })

  test('who left keeps their name on it, and whose account is gone has none', async () => {
    const { id } = await create(asAina)
    await db.deleteFrom('memberships').where('person_id', '=', aina._id).execute()
    expect((await report(id)).createdBy).toEqual({ name: 'Aina' })
    await db.deleteFrom('users').where('id', '=', aina._id).execute()
    expect((await report(id)).createdBy).toEqual({ name: '' })
  })
})
