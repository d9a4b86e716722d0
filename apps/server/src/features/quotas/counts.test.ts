import { utils, write } from '@e965/xlsx'
import type { Session } from '@kirim/contract/accounts'
import type { QuotaUse } from '@kirim/contract/quotas'
import { until } from '@kirim/testing/until'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { engines, migratedStore } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  campaignForm,
  chatbotForm,
  linkDevice,
  makeGroup,
  pngFile,
} from '../../testing/test-browser.ts'

const ACTIONS = [
  'add a contact',
  'import contacts',
  'delete a contact',
  'delete a group',
  'opt somebody out',
  'let somebody come back',
  'upload a file',
  'delete a file',
  'create a campaign',
  'create a campaign with an upload',
  'change a campaign with an upload',
  'duplicate a campaign',
  'delete a campaign',
  'create an item with an upload',
  'change an item with an upload',
  'delete an item',
] as const
type Action = (typeof ACTIONS)[number]

describe.each(engines)('what is counted on %s', (engine) => {
  let store: Awaited<ReturnType<typeof migratedStore>>
  let db: Db
  let app: TestApp
  let admin: Session

  beforeAll(async () => {
    store = await migratedStore(engine)
    const { dataDir, databaseUrl } = store
    app = await startTestApp(engine, { config: { dataDir, databaseUrl } })
    db = openDatabase(
      databaseUrl ? { url: databaseUrl } : { file: `${dataDir}/kirim.db` },
      createLog('silent'),
    )
    admin = await app.newUser()
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
    store.remove()
  })

  async function openMember() {
    const me = await app.newUser()
    const { id: deviceId } = await linkDevice(app, me)
    const call = (method: string, path: string, body?: unknown) =>
      app.call(method, path, { token: me.token, ...(body !== undefined && { body }) })
    const idsOf = async (path: string): Promise<string[]> => {
      const { body } = await call('GET', path)
      return (body as { _id?: string; id?: string }[]).map(({ _id, id }) => _id ?? id ?? '')
    }
    const groupOf = async () =>
      (await idsOf('/contact-groups'))[0] ?? makeGroup(app, me, 'Group', [])
    const campaigns = () => idsOf('/analytics/dashboard/bulk-campaign-summary')
    const items = () => idsOf(`/ai-chatbot/${deviceId}/campaigns`)
    const bulk = async (fields: Record<string, File>) =>
      campaignForm({
        campaignName: 'C',
        caption: 'C',
        contactGroupId: await groupOf(),
        statusEnabled: 'false',
        ...fields,
      })

    async function act(action: Action, n: number): Promise<void> {
      const phoneNumber = `6012000000${n}`
      const mediaFile = pngFile('x.png')
      const pick = (ids: string[]) => ids[n % ids.length] ?? 'none'
      switch (action) {
        case 'add a contact':
          await call('POST', '/contacts', { name: 'A', phoneNumber, groupId: await groupOf() })
          break
        case 'import contacts': {
          const rows = [0, 1, 2].map((i) => ({ Name: 'A', Phone: `6012000000${(n + i) % 10}` }))
          const book = utils.book_new()
          utils.book_append_sheet(book, utils.json_to_sheet(rows))
          const form = new FormData()
          form.set('file', new Blob([write(book, { type: 'array', bookType: 'xlsx' })]), 'p.xlsx')
          form.set('groupId', await groupOf())
          await call('POST', '/contacts/upload', form)
          break
        }
        case 'delete a contact':
          await call('DELETE', `/contacts/${pick(await idsOf('/contacts'))}`)
          break
        case 'delete a group':
          await call('DELETE', `/contact-groups/${await groupOf()}`)
          break
        case 'opt somebody out':
          await call('POST', '/opt-outs', { phoneNumber, reason: '' })
          break
        case 'let somebody come back': {
          const { body } = await call('GET', '/opt-outs')
          const [first] = (body as { items: { id: string }[] }).items
          await call('POST', `/opt-outs/${first?.id}/remove`, { reason: 'Asked' })
          break
        }
        case 'upload a file': {
          const form = new FormData()
          form.set('mediaFile', mediaFile)
          await call('POST', '/media', form)
          break
        }
        case 'delete a file':
          await call('DELETE', `/media/${pick(await idsOf('/media'))}`)
          break
        case 'create a campaign':
          await call('POST', `/campaigns/${deviceId}`, await bulk({}))
          break
        case 'create a campaign with an upload':
          await call('POST', `/campaigns/${deviceId}`, await bulk({ mediaFile }))
          break
        case 'change a campaign with an upload': {
          const id = pick(await campaigns())
          await call('PUT', `/campaigns/${deviceId}/${id}`, await bulk({ mediaFile }))
          break
        }
        case 'duplicate a campaign':
          await call('POST', `/campaigns/${deviceId}/${pick(await campaigns())}/duplicate`)
          break
        case 'delete a campaign':
          await call('DELETE', `/campaigns/${deviceId}/${pick(await campaigns())}`)
          break
        case 'create an item with an upload': {
          const form = chatbotForm({ mediaFileAi: mediaFile })
          await call('POST', `/ai-chatbot/${deviceId}/campaigns`, form)
          break
        }
        case 'change an item with an upload': {
          const form = chatbotForm({ mediaFileAi: mediaFile })
          await call('PUT', `/ai-chatbot/${deviceId}/campaigns/${pick(await items())}`, form)
          break
        }
        case 'delete an item':
          await call('DELETE', `/ai-chatbot/${deviceId}/campaigns/${pick(await items())}`)
          break
      }
    }

    return {
      me,
      act,
      async shown() {
        const { body } = await call('GET', '/users/quotas')
        return Object.fromEntries((body as QuotaUse[]).map(({ quota, used }) => [quota, used]))
      },
    }
  }

  /** What is deleted counts until its last row is gone. */
  async function erased(workspaceId: string): Promise<void> {
    for (const table of ['campaigns', 'contact_groups'] as const) {
      const erasing = db.selectFrom(table).select('id').where('erasing', '=', 1)
      await until(`${table} are erased`, async () => {
        const rows = await erasing.where('user_id', '=', workspaceId).execute()
        return rows.length === 0
      })
    }
  }

  async function counted(workspaceId: string) {
    const countIn = async (table: 'contacts' | 'campaigns' | 'chatbot_items') =>
      (await db.selectFrom(table).select('id').where('user_id', '=', workspaceId).execute()).length
    const media = await db
      .selectFrom('media')
      .select('file_size')
      .where('user_id', '=', workspaceId)
      .execute()
    const recipients = await db
      .selectFrom('recipients')
      .select('state')
      .where('user_id', '=', workspaceId)
      .execute()
    const places = await db
      .selectFrom('group_members')
      .innerJoin('contact_groups', 'contact_groups.id', 'group_members.group_id')
      .select('group_id')
      .where('user_id', '=', workspaceId)
      .execute()
    const changes = await db
      .selectFrom('opt_out_changes')
      .innerJoin('opt_outs', 'opt_outs.id', 'opt_out_changes.opt_out_id')
      .select('opt_out_changes.id')
      .where('user_id', '=', workspaceId)
      .execute()
    return {
      contacts: await countIn('contacts'),
      mediaBytes: media.reduce((sum, { file_size }) => sum + file_size, 0),
      campaigns: await countIn('campaigns'),
      peopleWaiting: recipients.filter(({ state }) => ['queued', 'sending'].includes(state)).length,
      recipients: recipients.length,
      groupPlaces: places.length,
      optOuts: changes.length,
      chatbotItems: await countIn('chatbot_items'),
      callsToday: 0,
    }
  }

  const steps = fc.array(fc.tuple(fc.constantFrom(...ACTIONS), fc.nat(9)), {
    minLength: 5,
    maxLength: 25,
  })

  test('matches the rows after any changes, sequential or concurrent', async () => {
    const member = await openMember()
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (actions, atOnce) => {
        if (atOnce) await Promise.all(actions.map(([action, n]) => member.act(action, n)))
        else for (const [action, n] of actions) await member.act(action, n)
        await erased(member.me._id)
        expect(await member.shown()).toEqual(await counted(member.me._id))
      }),
      { numRuns: 8 },
    )
  })

  test('is deleted with the member', async () => {
    const { me, act } = await openMember()
    for (const action of ACTIONS) await act(action, 1)
    const path = `/admin/users/${me._id}`
    await app.call('PUT', `${path}/quotas`, { token: admin.token, body: { contacts: 9 } })
    expect((await app.call('DELETE', path, { token: admin.token })).status).toBe(200)
    for (const table of ['quota_use', 'quota_overrides'] as const) {
      const left = db.selectFrom(table).select('user_id').where('user_id', '=', me._id)
      expect(await left.execute()).toEqual([])
    }
  })
})
