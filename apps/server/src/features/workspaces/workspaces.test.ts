import type { Session } from '@kirim/contract/accounts'
import { OWNED_WORKSPACES_MAX } from '@kirim/contract/limits'
import { WORKSPACE_HEADER, type Workspace } from '@kirim/contract/workspaces'
import { createFastClock } from '@kirim/testing/fast-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { journeyEngines } from '../../testing/engines.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { campaignForm, linkDevice, makeGroup, openBrowser } from '../../testing/test-browser.ts'

describe.each(journeyEngines)('workspaces on %s', (engine) => {
  let app: TestApp
  let db: Db
  beforeAll(async () => {
    app = await startTestApp(engine, {
      clock: createFastClock(20),
      env: { REGISTER_LIMIT: '1000' },
    })
    db = app.openDatabase()
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })

  const call = (session: Session, method: string, path: string, body?: unknown, id?: string) =>
    app.call(method, path, {
      token: session.token,
      ...(body !== undefined && { body }),
      ...(id !== undefined && { headers: { [WORKSPACE_HEADER]: id } }),
    })
  const listed = async (session: Session) =>
    (await call(session, 'GET', '/workspaces')).body as {
      workspaces: Workspace[]
      usual: string | null
    }
  const create = async (session: Session, name: string) =>
    (await call(session, 'POST', '/workspaces', { name })).body as Workspace
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { code?: string }).code,
  ]

  test('a person makes another, with all that belongs to one', async () => {
    const aina = await app.newUser('Aina')
    const made = await create(aina, 'Second shop')
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Second shop',
      role: 'owner',
      sees: 'all',
      hidesNumbers: false,
      people: 1,
      numbers: 0,
      membershipPlan: 'Free',
      defaultCountry: 'MY',
      hidesNumbersOfAgents: false,
    })
    expect(await listed(aina)).toMatchObject({
      workspaces: [{ id: aina._id, name: 'Aina' }, made],
      usual: aina._id,
    })
    const contact = { name: 'A', phoneNumber: '60123456789' }
    expect((await call(aina, 'POST', '/contacts', contact, made.id)).status).toBe(201)
    expect((await call(aina, 'GET', '/contacts')).body).toEqual([])
    const summary = '/analytics/dashboard/overall-summary'
    expect((await call(aina, 'GET', summary, undefined, made.id)).status).toBe(200)
  })

  test('the usual one is chosen among one’s own', async () => {
    const [aina, bob] = [await app.newUser(), await app.newUser()]
    const { id } = await create(aina, 'Second shop')
    expect((await call(aina, 'PUT', '/workspaces/usual', { id })).status).toBe(204)
    expect((await listed(aina)).usual).toBe(id)
    for (const other of [bob._id, newId()]) {
      const answer = await call(aina, 'PUT', '/workspaces/usual', { id: other })
      expect(codeOf(answer)).toEqual([404, 'workspace_not_found'])
    }
    expect((await listed(aina)).usual).toBe(id)
  })

  test('nobody owns more than the limit, however many are made at once', async () => {
    const aina = await app.newUser()
    for (let n = 2; n < OWNED_WORKSPACES_MAX; n += 1) {
      const id = newId()
      await db
        .insertInto('workspaces')
        .values({
          id,
          name: 'X',
          membership_plan: 'Free',
          default_country: 'MY',
          created_at: 0,
        })
        .execute()
      await seedMember(db, id, aina._id, { role: 'owner' })
    }
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => call(aina, 'POST', '/workspaces', { name })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'too_many_workspaces', params: { n: 20 } })
  })

  test('an address is found in the workspace that has it, by somebody who sees it there', async () => {
    const [aina, bob] = [await app.newUser('Aina'), await app.newUser()]
    const device = await linkDevice(app, aina)
    const contactGroupId = await makeGroup(app, aina, 'G', [
      { name: 'A', phoneNumber: '60123456789' },
    ])
    const form = { campaignName: 'C', caption: 'C', contactGroupId, statusEnabled: 'false' }
    const campaign = (await call(aina, 'POST', `/campaigns/${device.id}`, campaignForm(form)))
      .body as { id: string }
    const find = (session: Session, id: string) => call(session, 'GET', `/workspaces/holding/${id}`)
    for (const id of [device.id, campaign.id]) {
      expect((await find(aina, id)).body).toEqual({ id: aina._id, name: 'Aina' })
      expect(codeOf(await find(bob, id))).toEqual([404, 'not_found'])
    }
    await seedMember(db, aina._id, bob._id, { role: 'agent' })
    for (const id of [device.id, campaign.id]) {
      expect((await find(bob, id)).body).toEqual({ id: aina._id, name: 'Aina' })
    }
    const narrowed = await app.newUser()
    await seedMember(db, aina._id, narrowed._id, {
      role: 'agent',
      sees: 'numbers',
      deviceIds: [newId()],
    })
    for (const id of [device.id, campaign.id, newId()]) {
      expect(codeOf(await find(narrowed, id))).toEqual([404, 'not_found'])
    }
    expect((await listed(narrowed)).workspaces).toMatchObject([{ people: 3, numbers: 0 }, {}])
    expect((await listed(bob)).workspaces).toMatchObject([{ people: 3, numbers: 1 }, {}])
  })

  test('a change is told to everybody, and what agents see counts at once', async () => {
    const [aina, agent] = [await app.newUser(), await app.newUser()]
    await seedMember(db, aina._id, agent._id, { role: 'agent' })
    const page = await openBrowser(app.url, agent)
    const told = page.next('account_changed')
    const change = (who: Session, body: object) =>
      call(who, 'PUT', '/workspaces/current', body, aina._id)
    const answer = await change(aina, { name: 'Kopi', defaultCountry: 'ID' })
    expect(answer.body).toMatchObject({ name: 'Kopi', defaultCountry: 'ID', role: 'owner' })
    await told
    page.close()
    expect((await change(aina, { hidesNumbersOfAgents: true })).status).toBe(200)
    expect((await listed(agent)).workspaces[0]).toMatchObject({
      name: 'Kopi',
      hidesNumbers: true,
    })
    expect((await listed(aina)).workspaces[0]).toMatchObject({ hidesNumbers: false })
    expect(codeOf(await change(agent, { name: 'Mine' }))).toEqual([403, 'forbidden'])
  })

  test('is deleted with everything in it, and its people go on elsewhere', async () => {
    const [aina, bob] = [await app.newUser('Aina'), await app.newUser()]
    await linkDevice(app, aina)
    await call(aina, 'POST', '/contacts', { name: 'A', phoneNumber: '60123456789' })
    await seedMember(db, aina._id, bob._id, { role: 'manager' })
    await call(bob, 'PUT', '/workspaces/usual', { id: aina._id })
    const page = await openBrowser(app.url, bob)
    const hungUp = new Promise((resolve) => page.socket.once('disconnect', resolve))
    const remove = (who: Session, name: string) =>
      call(who, 'DELETE', '/workspaces/current', { name }, aina._id)
    expect(codeOf(await remove(bob, 'Aina'))).toEqual([403, 'forbidden'])
    expect(codeOf(await remove(aina, 'aina'))).toEqual([400, 'workspace_name_wrong'])
    expect((await remove(aina, 'Aina')).status).toBe(204)
    await hungUp
    for (const table of ['workspaces', 'contacts', 'devices', 'memberships'] as const) {
      const column = { workspaces: 'id', memberships: 'workspace_id' }[table as string] ?? 'user_id'
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .where(column as never, '=', aina._id as never)
        .execute()
      expect([table, rows]).toEqual([table, []])
    }
    expect(await listed(aina)).toEqual({ workspaces: [], usual: null })
    expect(await listed(bob)).toMatchObject({ workspaces: [{ id: bob._id }], usual: bob._id })
    expect((await call(aina, 'GET', '/users/profile')).body).toMatchObject({ name: 'Aina' })
    // In no workspace, a page is connected all the same: it hears that somebody lets it in.
    const nowhere = await openBrowser(app.url, aina)
    const told = nowhere.next('account_changed')
    const { id } = await create(aina, 'Anew')
    await told
    nowhere.close()
    expect((await listed(aina)).usual).toBe(id)
  })

  test('two owners who delete it at once delete it once, and leave nothing', async () => {
    const [aina, bob] = [await app.newUser('Aina'), await app.newUser()]
    await seedMember(db, aina._id, bob._id, { role: 'owner' })
    const answers = await Promise.all(
      [aina, bob].map((who) =>
        call(who, 'DELETE', '/workspaces/current', { name: 'Aina' }, aina._id),
      ),
    )
    expect(answers.map(({ status }) => status)).toContain(204)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    expect((await listed(bob)).workspaces).toMatchObject([{ id: bob._id }])
  })

  test('a removed person’s pages close, and those of others learn of it', async () => {
    const [aina, bob] = [await app.newUser(), await app.newUser()]
    await seedMember(db, aina._id, bob._id, { role: 'manager' })
    await call(bob, 'PUT', '/workspaces/usual', { id: aina._id })
    const [page, own] = await Promise.all([bob, aina].map((who) => openBrowser(app.url, who)))
    const hungUp = new Promise((resolve) => page?.socket.once('disconnect', resolve))
    const told = [page?.next('account_changed'), own?.next('team_changed')]
    expect((await call(aina, 'DELETE', `/team/people/${bob._id}`)).status).toBe(204)
    await Promise.all([hungUp, ...told])
    own?.close()
    expect((await listed(bob)).usual).toBe(bob._id)
  })
})
