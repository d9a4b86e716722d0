import type { Session } from '@kirim/contract/accounts'
import { INVITED_AT_ONCE_MAX, TEAM_MAX } from '@kirim/contract/limits'
import type { TeamInvitation, TeamMember } from '@kirim/contract/team'
import type { Workspace } from '@kirim/contract/workspaces'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { engines } from '../../testing/engines.ts'
import { seedChat } from '../../testing/seed-chat.ts'
import { seedDevice } from '../../testing/seed-user.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

interface Person {
  readonly id: string
  /** In a workspace, or in the usual one. */
  call(method: string, path: string, body?: object, workspaceId?: string): Promise<Answer>
}
type Answer = Awaited<ReturnType<TestApp['call']>>
type Invited = TeamInvitation & { token: string }

describe.each(engines)('a team on %s', (engine) => {
  const clock = createFakeClock()
  let app: TestApp
  let admin: Person

  beforeAll(async () => {
    app = await startTestApp(engine, { clock, env: { REGISTER_LIMIT: '1000' } })
    admin = await newPerson()
  })
  afterAll(() => app.stop())

  const personOf = ({ _id, token }: Session): Person => ({
    id: _id,
    call: (method, path, body, workspaceId) =>
      app.call(method, path, {
        token,
        ...(body && { body }),
        ...(workspaceId !== undefined && { headers: { 'x-workspace': workspaceId } }),
      }),
  })
  const newPerson = async () => personOf(await app.newUser())
  const codeOf = ({ body }: Answer) => (body as { code?: string }).code
  const refused = (answer: Answer) => [answer.status, codeOf(answer)]

  async function invite(by: Person, access: object = { role: 'agent' }): Promise<Invited> {
    const answer = await by.call('POST', '/team/invitations', access)
    expect(answer).toMatchObject({ status: 201 })
    return (answer.body as Invited[])[0] as Invited
  }
  const accept = async (who: Person, { token }: { token: string }) => {
    // Nobody joins at the very moment in which a workspace was created.
    await clock.advance(1)
    return who.call('POST', '/team-invitations/accept', { token })
  }
  const teamOf = async (who: Person, workspaceId?: string) =>
    (await who.call('GET', '/team', undefined, workspaceId)).body as {
      people: TeamMember[]
      invitations: TeamInvitation[]
    }
  const workspacesOf = async (who: Person) =>
    (await who.call('GET', '/workspaces')).body as { workspaces: Workspace[]; usual: string | null }

  /** A person with this role in the workspace of an owner. */
  async function member(owner: Person, access: object = { role: 'agent' }): Promise<Person> {
    const person = await newPerson()
    expect((await accept(person, await invite(owner, access))).status).toBe(200)
    return person
  }
  let numbers = 0
  const number = async (owner: Person) => {
    const db = app.openDatabase()
    const id = await seedDevice(db, owner.id, `6012${++numbers}`)
    await db.destroy()
    return id
  }

  test('lives: invited, joined, changed, handed over, left', async () => {
    const owner = await newPerson()
    const invitation = await invite(owner, { role: 'manager', emails: ['Mei@example.com'] })
    expect(invitation).toMatchObject({ email: 'Mei@example.com', role: 'manager', sees: 'all' })
    expect((await teamOf(owner)).invitations).toMatchObject([{ id: invitation.id }])

    const read = await app.call('POST', '/team-invitations/read', {
      body: { token: invitation.token },
    })
    expect(read.body).toMatchObject({ role: 'manager', email: 'Mei@example.com' })
    const mei = await newPerson()
    expect(await accept(mei, invitation)).toMatchObject({ status: 200, body: { id: owner.id } })
    expect(refused(await accept(mei, invitation))).toEqual([403, 'team_invitation_invalid'])

    expect((await teamOf(mei, owner.id)).people).toMatchObject([
      { id: owner.id, role: 'owner' },
      { id: mei.id, role: 'manager', sees: 'all', isHere: false, openChats: 0 },
    ])
    expect(await workspacesOf(mei)).toMatchObject({
      workspaces: [
        { id: mei.id, role: 'owner', people: 1 },
        { id: owner.id, role: 'manager', people: 2, numbers: 0 },
      ],
      usual: mei.id,
    })

    expect(await owner.call('PUT', '/team/owner', { id: mei.id })).toMatchObject({ status: 204 })
    expect((await teamOf(mei, owner.id)).people).toMatchObject([
      { id: owner.id, role: 'manager' },
      { id: mei.id, role: 'owner' },
    ])
    expect((await owner.call('POST', '/team/leave')).status).toBe(204)
    expect(await workspacesOf(owner)).toEqual({ workspaces: [], usual: null })
    // Nowhere: signed in all the same.
    expect((await owner.call('GET', '/users/profile')).status).toBe(200)
    expect(refused(await owner.call('GET', '/contacts'))).toEqual([404, 'workspace_not_found'])
    const profile = { name: 'Farid', defaultCountry: 'MY' }
    expect(await owner.call('PUT', '/users/profile', profile)).toMatchObject({ status: 200 })
    const elsewhere = await owner.call('PUT', '/users/profile', {
      ...profile,
      defaultCountry: 'ID',
    })
    expect(refused(elsewhere)).toEqual([404, 'workspace_not_found'])
    const made = await owner.call('POST', '/workspaces', { name: 'Kopi Malam' })
    expect(made).toMatchObject({ status: 201, body: { name: 'Kopi Malam', role: 'owner' } })
    expect((await workspacesOf(owner)).usual).toBe((made.body as Workspace).id)
    expect((await owner.call('GET', '/contacts')).status).toBe(200)
  })

  test('an invitation registers a person without a workspace of their own', async () => {
    const owner = await newPerson()
    const { token } = await invite(owner, { role: 'viewer' })
    const register = (more: object = {}) =>
      app.call('POST', '/team-invitations/register', {
        body: {
          token,
          name: 'Siti',
          email: `${newId()}@example.com`,
          password: 'kopi-ais-panas',
          ...more,
        },
      })
    const settings = (mode: string) => admin.call('PUT', '/admin/registration', { mode })
    await settings('closed')
    expect(refused(await register())).toEqual([403, 'registration_closed'])
    await settings('invitation')
    expect(refused(await register({ password: 'Password1' }))).toEqual([422, 'password_too_common'])
    expect(refused(await register({ token: 'made-up' }))).toEqual([403, 'team_invitation_invalid'])
    const email = `${newId()}@example.com`
    const answers = await Promise.all(
      [email, ...Array.from({ length: 3 }, () => `${newId()}@example.com`)].map((one) =>
        register({ email: one }),
      ),
    )
    await settings('open')
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403])
    const joined = (await teamOf(owner)).people.at(-1)
    const session = await app.call('POST', '/users/login', {
      body: { email: joined?.email, password: 'kopi-ais-panas' },
    })
    const siti = personOf(session.body as Session)
    expect(await workspacesOf(siti)).toMatchObject({
      workspaces: [{ id: owner.id, role: 'viewer' }],
      usual: owner.id,
    })
    expect((await siti.call('GET', '/contacts')).status).toBe(200)
    expect(refused(await siti.call('GET', '/team'))).toEqual([403, 'forbidden'])
  })

  test('an invitation is used once, also by two at the same time', async () => {
    const owner = await newPerson()
    const invitation = await invite(owner)
    const two = await Promise.all([newPerson(), newPerson()])
    const answers = await Promise.all(two.map((person) => accept(person, invitation)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await teamOf(owner)).people).toHaveLength(2)
  })

  test('a member who accepts another invitation leaves it open', async () => {
    const owner = await newPerson()
    const agent = await member(owner)
    const invitation = await invite(owner)
    expect(refused(await accept(agent, invitation))).toEqual([409, 'already_member'])
    expect((await teamOf(owner)).invitations).toHaveLength(1)
  })

  test('a link lasts a week, and a new one makes the earlier void', async () => {
    const [owner, joins] = [await newPerson(), await newPerson()]
    const first = await invite(owner)
    const renewed = (await owner.call('POST', `/team/invitations/${first.id}/link`)).body as Invited
    expect(refused(await accept(joins, first))).toEqual([403, 'team_invitation_invalid'])
    await clock.advance(WEEK_MS - 2)
    expect((await app.call('POST', '/team-invitations/read', { body: renewed })).status).toBe(200)
    await clock.advance(1)
    expect(refused(await accept(joins, renewed))).toEqual([403, 'team_invitation_invalid'])
    // Expired, it stays in the list until it is renewed or withdrawn.
    const again = (await owner.call('POST', `/team/invitations/${first.id}/link`)).body as Invited
    expect((await accept(joins, again)).status).toBe(200)
    const other = await invite(owner)
    expect((await owner.call('DELETE', `/team/invitations/${other.id}`)).status).toBe(204)
    expect(refused(await owner.call('DELETE', `/team/invitations/${other.id}`))).toEqual([
      404,
      'invitation_not_found',
    ])
  })

  test('who may no longer invite has no open invitations either', async () => {
    const owner = await newPerson()
    const manager = await member(owner, { role: 'manager' })
    const call = async (path: string, body: object) =>
      (await manager.call('POST', path, body, owner.id)).body as Invited[]
    const [invitation] = await call('/team/invitations', { role: 'agent' })
    expect((await owner.call('DELETE', `/team/people/${manager.id}`)).status).toBe(204)
    expect((await teamOf(owner)).invitations).toEqual([])
    expect(refused(await accept(manager, invitation as Invited))).toEqual([
      403,
      'team_invitation_invalid',
    ])
  })

  test('who sees less from now on has no open invitations to more', async () => {
    const owner = await newPerson()
    const manager = await member(owner, { role: 'manager' })
    const own = await number(owner)
    const call = async (body: object) =>
      (await manager.call('POST', '/team/invitations', body, owner.id)).body as Invited[]
    const [wide] = await call({ role: 'agent' })
    const [narrow] = await call({ role: 'agent', sees: 'numbers', deviceIds: [own] })
    const change = { role: 'manager', sees: 'numbers', deviceIds: [own] }
    await owner.call('PUT', `/team/people/${manager.id}`, change)
    expect((await teamOf(owner)).invitations).toMatchObject([{ id: narrow?.id }])
    expect(refused(await accept(await newPerson(), wide as Invited))).toEqual([
      403,
      'team_invitation_invalid',
    ])
  })

  test('an e-mail is invited once, and never that of a member', async () => {
    const owner = await newPerson()
    const agent = await member(owner)
    const [, { email = '' } = {}] = (await teamOf(owner)).people
    const emails = ['a@example.com', 'A@example.com', 'b@example.com']
    const answer = await owner.call('POST', '/team/invitations', { role: 'agent', emails })
    expect(answer.body).toHaveLength(2)
    await invite(owner, { role: 'viewer', emails: ['B@example.com'] })
    expect((await teamOf(owner)).invitations).toMatchObject([
      { email: 'A@example.com', role: 'agent' },
      { email: 'B@example.com', role: 'viewer' },
    ])
    expect(
      refused(await owner.call('POST', '/team/invitations', { role: 'agent', emails: [email] })),
    ).toEqual([409, 'invited_is_member'])
    expect(agent.id).not.toBe('')
  })

  test('only owners make, change or remove owners', async () => {
    const owner = await newPerson()
    const manager = await member(owner, { role: 'manager' })
    const agent = await member(owner)
    const change = (by: Person, whom: Person, body: object) =>
      by.call('PUT', `/team/people/${whom.id}`, body, owner.id)
    const asManager = [
      manager.call('POST', '/team/invitations', { role: 'owner' }, owner.id),
      change(manager, agent, { role: 'owner' }),
      change(manager, owner, { role: 'agent' }),
      manager.call('DELETE', `/team/people/${owner.id}`, undefined, owner.id),
    ]
    for (const answer of asManager) expect(refused(await answer)).toEqual([403, 'owner_fixed'])
    const ownerLink = await invite(owner, { role: 'owner' })
    const heir = { role: 'owner', emails: ['heir@example.com'] }
    const toHeir = (await owner.call('POST', '/team/invitations', heir)).body as { id: string }[]
    const link = `/team/invitations/${ownerLink.id}`
    const onOwnerLinks = [
      manager.call('POST', `${link}/link`, undefined, owner.id),
      manager.call('DELETE', link, undefined, owner.id),
      manager.call('POST', '/team/invitations', { ...heir, role: 'viewer' }, owner.id),
    ]
    for (const answer of onOwnerLinks) expect(refused(await answer)).toEqual([403, 'owner_fixed'])
    expect(toHeir).toHaveLength(1)
    expect(refused(await change(manager, manager, { role: 'owner' }))).toEqual([403, 'own_access'])
    expect(refused(await change(owner, { ...owner, id: newId() }, { role: 'agent' }))).toEqual([
      404,
      'person_not_found',
    ])
    expect((await change(owner, agent, { role: 'owner' })).body).toMatchObject({ role: 'owner' })
    expect((await change(agent, owner, { role: 'viewer' })).status).toBe(200)
    // Of an owner who is none any more.
    expect(refused(await accept(await newPerson(), ownerLink))).toEqual([
      403,
      'team_invitation_invalid',
    ])
    expect(refused(await agent.call('POST', '/team/leave', undefined, owner.id))).toEqual([
      409,
      'last_owner',
    ])
  })

  test('nobody gives more than they have', async () => {
    const owner = await newPerson()
    const [own, other] = [await number(owner), await number(await newPerson())]
    const second = await number(owner)
    const narrow = { role: 'manager', sees: 'numbers', deviceIds: [own], hidesNumbers: true }
    const manager = await member(owner, narrow)
    const tries = [
      { role: 'agent' },
      { role: 'agent', sees: 'chats', hidesNumbers: true },
      { role: 'agent', sees: 'numbers', deviceIds: [own] },
    ]
    for (const body of tries) {
      const answer = await manager.call('POST', '/team/invitations', body, owner.id)
      expect([body, ...refused(answer)]).toEqual([body, 403, 'forbidden'])
    }
    for (const id of [second, other, newId()]) {
      const body = { role: 'agent', sees: 'numbers', deviceIds: [id], hidesNumbers: true }
      const answer = await manager.call('POST', '/team/invitations', body, owner.id)
      expect(refused(answer)).toEqual([404, 'device_not_found'])
    }
    expect(
      refused(
        await owner.call('POST', '/team/invitations', {
          role: 'agent',
          sees: 'numbers',
          deviceIds: [other],
        }),
      ),
    ).toEqual([404, 'device_not_found'])
    const off = { hidesNumbersOfAgents: false }
    expect(refused(await manager.call('PUT', '/workspaces/current', off, owner.id))).toEqual([
      403,
      'forbidden',
    ])
    // Numbers that the manager does not see are neither shown nor taken away.
    const agent = await member(owner, { role: 'agent', sees: 'numbers', deviceIds: [own, second] })
    const shown = (await teamOf(manager, owner.id)).people.find(({ id }) => id === agent.id)
    expect(shown?.deviceIds).toEqual([own])
    await manager.call(
      'PUT',
      `/team/people/${agent.id}`,
      { role: 'agent', sees: 'numbers', deviceIds: [], hidesNumbers: true },
      owner.id,
    )
    const kept = (await teamOf(owner)).people.find(({ id }) => id === agent.id)
    expect(kept?.deviceIds).toEqual([second])
    // On a number of theirs that the manager does not see, the agent gets no more rights.
    const more = [
      { role: 'manager', sees: 'numbers', deviceIds: [own], hidesNumbers: true },
      { role: 'agent', sees: 'numbers', deviceIds: [own] },
    ]
    const open = await member(owner, { ...narrow, hidesNumbers: false })
    for (const body of more) {
      const answer = await open.call('PUT', `/team/people/${agent.id}`, body, owner.id)
      expect([body, ...refused(answer)]).toEqual([body, 403, 'forbidden'])
    }
    const viewer = { ...more[0], role: 'viewer' }
    expect((await open.call('PUT', `/team/people/${agent.id}`, viewer, owner.id)).status).toBe(200)
    expect((await workspacesOf(manager)).workspaces.at(-1)).toMatchObject({ numbers: 1 })
  })

  test('the chats of somebody who is removed go back to nobody', async () => {
    const owner = await newPerson()
    const agent = await member(owner)
    const deviceId = await number(owner)
    const db = app.openDatabase()
    for (const [chatKey, who] of [
      ['60121', agent],
      ['60122', agent],
      ['60123', owner],
    ] as const) {
      await seedChat(db, { workspaceId: owner.id, deviceId, chatKey, assignedTo: who.id })
    }
    expect((await teamOf(owner)).people).toMatchObject([{ openChats: 1 }, { openChats: 2 }])
    expect((await owner.call('DELETE', `/team/people/${agent.id}`)).status).toBe(204)
    const rows = await db
      .selectFrom('chats')
      .select('assigned_to')
      .where('device_id', '=', deviceId)
      .orderBy('chat_key')
      .execute()
    expect(rows.map(({ assigned_to }) => assigned_to)).toEqual([null, null, owner.id])
    await db.destroy()
    expect(refused(await agent.call('GET', '/contacts', undefined, owner.id))).toEqual([
      404,
      'workspace_not_found',
    ])
  })

  test('a workspace never loses its last owner', async () => {
    const ends: [string, (one: Person, other: Person, id: string) => Promise<Answer>][] = [
      ['leaves', (one, _other, id) => one.call('POST', '/team/leave', undefined, id)],
      [
        'removes the other',
        (one, other, id) => one.call('DELETE', `/team/people/${other.id}`, undefined, id),
      ],
      [
        'demotes the other',
        (one, other, id) => one.call('PUT', `/team/people/${other.id}`, { role: 'agent' }, id),
      ],
    ]
    for (const [how, end] of ends) {
      const owner = await newPerson()
      const other = await member(owner, { role: 'owner' })
      const answers = await Promise.all([end(owner, other, owner.id), end(other, owner, owner.id)])
      const done = answers.filter(({ status }) => status < 300)
      expect([how, done.length]).toEqual([how, 1])
      const db = app.openDatabase()
      const owners = await db
        .selectFrom('memberships')
        .select('person_id')
        .where('workspace_id', '=', owner.id)
        .where('role', '=', 'owner')
        .execute()
      await db.destroy()
      expect([how, owners.length]).toEqual([how, 1])
    }
    const owner = await newPerson()
    const heirs = await Promise.all([member(owner), member(owner)])
    const handed = await Promise.all(
      heirs.map(({ id }) => owner.call('PUT', '/team/owner', { id })),
    )
    expect(handed.map(({ status }) => status).sort()).toEqual([204, 403])
    const roles = (await teamOf(owner)).people.map(({ role }) => role)
    expect(roles.sort()).toEqual(['agent', 'manager', 'owner'])
  })

  test('an owner who is the only one neither leaves nor hands over to a stranger', async () => {
    const owner = await newPerson()
    expect(refused(await owner.call('POST', '/team/leave'))).toEqual([409, 'last_owner'])
    expect(refused(await owner.call('PUT', '/team/owner', { id: owner.id }))).toEqual([
      403,
      'own_access',
    ])
    expect(refused(await owner.call('PUT', '/team/owner', { id: newId() }))).toEqual([
      404,
      'person_not_found',
    ])
  })

  test('a team has room for so many people, with those invited', async () => {
    const owner = await newPerson()
    const emails = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `p${from + n}@example.com`)
    const ask = (from: number, to: number) =>
      owner.call('POST', '/team/invitations', { role: 'agent', emails: emails(from, to) })
    const most = TEAM_MAX - 1
    for (let from = 0; from < most - 10; from += INVITED_AT_ONCE_MAX) {
      const answer = await ask(from, Math.min(from + INVITED_AT_ONCE_MAX, most - 10))
      expect(answer.status).toBe(201)
    }
    const answers = await Promise.all([ask(600, 606), ask(700, 706)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'team_full',
      params: { n: TEAM_MAX },
    })
    // Whoever was invited already takes no further place.
    expect((await ask(0, INVITED_AT_ONCE_MAX)).status).toBe(201)
  })

  test('wrong tokens are guessed ten times at most', async () => {
    const owner = await newPerson()
    const { token } = await invite(owner)
    const read = (of: string) => app.call('POST', '/team-invitations/read', { body: { token: of } })
    // A right one forgives earlier ones.
    expect((await read(token)).status).toBe(200)
    for (let tries = 0; tries < 10; tries += 1) {
      expect(refused(await read('made-up'))).toEqual([403, 'team_invitation_invalid'])
    }
    expect(refused(await read(token))).toEqual([429, 'too_many_guesses'])
    await clock.advance(15 * 60 * 1000)
    expect((await read(token)).status).toBe(200)
  })
})
