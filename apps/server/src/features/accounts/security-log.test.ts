import { SECURITY_EVENTS } from '@kirim/contract/security-events'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

type Line = Record<string, unknown>

const lines: string[] = []
const clock = createFakeClock()
let app: TestApp
beforeAll(async () => {
  const log = pino({ base: null }, { write: (line) => void lines.push(line) })
  app = await startTestApp('SQLite', { clock, log, env: { LOG_LEVEL: 'info' } })
})
afterAll(() => app.stop())

/** The security lines that a request writes, and its answer. */
async function told(method: string, path: string, token?: string, body?: unknown) {
  lines.length = 0
  const answer = await app.call(method, path, {
    ...(token && { token }),
    ...(body !== undefined && { body }),
  })
  const security = lines.map((line) => JSON.parse(line) as Line).filter(({ security: s }) => s)
  return { answer: answer.body as Record<string, string>, security }
}

const seen: string[] = []
const events = new Set<unknown>()

/** Expects that a request writes one line; returns its answer. */
async function once(expected: Line, ...asked: Parameters<typeof told>) {
  const { answer, security } = await told(...asked)
  const address = expect.stringMatching(/^(127\.0\.0\.1|::1)$/)
  expect([asked, security]).toMatchObject([asked, [{ address, level: 30, ...expected }]])
  expect(security).toHaveLength(1)
  events.add(expected.security)
  seen.push(JSON.stringify(security))
  return answer
}
const person = (name: string) => ({
  name,
  email: `${name}@example.com`,
  password: 'correct horse',
})
const signIn = (name: string, password = 'correct horse') =>
  ['POST', '/users/login', undefined, { email: `${name}@example.com`, password }] as const

test('each event writes one line with who, whom, from where and outcome, and no secret', async () => {
  const register = ['POST', '/users/register', undefined] as const
  const boss = await once(
    { security: 'registration', outcome: 'done' },
    ...register,
    person('boss'),
  )
  const siti = await once(
    { security: 'registration', outcome: 'done' },
    ...register,
    person('siti'),
  )
  const admin = await once(
    { security: 'sign_in', outcome: 'done', user: boss._id, on: boss._id },
    ...signIn('boss'),
  )
  const member = await once({ security: 'sign_in', outcome: 'done' }, ...signIn('siti'))
  const wrong = { security: 'sign_in', outcome: 'wrong_credentials' }
  await once({ ...wrong, on: siti._id }, ...signIn('siti', 'wrong guess'))
  await once(wrong, ...signIn('nobody'))
  for (let n = 0; n < 9; n++) await told(...signIn('nobody'))
  await once({ security: 'sign_in', outcome: 'too_many_sign_ins' }, ...signIn('nobody'))

  const users = `/admin/users/${siti._id}`
  const refused = { outcome: 'forbidden', user: siti._id }
  await once(
    { security: 'admin_call', route: '/admin/users', ...refused },
    'GET',
    '/admin/users',
    member.token,
  )
  const change = ['PUT', users] as const
  await once({ security: 'member_changed', on: siti._id, ...refused }, ...change, member.token, {
    role: 'admin',
  })
  const done = { outcome: 'done', user: boss._id, on: siti._id }
  await once(
    { security: 'member_changed', membershipPlan: 'Pro', ...done },
    ...change,
    admin.token,
    { membershipPlan: 'Pro' },
  )
  await once({ security: 'member_changed', role: 'admin', ...done }, ...change, admin.token, {
    role: 'admin',
  })
  await once({ security: 'quota_changed', ...done }, 'PUT', `${users}/quotas`, admin.token, {
    contacts: 5,
  })
  const link = await once(
    { security: 'reset_link_made', ...done },
    'POST',
    `${users}/reset-link`,
    admin.token,
  )
  const reset = ['POST', '/users/reset-password', undefined] as const
  const password = 'another battery'
  await once({ security: 'reset_link_used', outcome: 'done', on: siti._id }, ...reset, {
    token: link.token,
    password,
  })
  await once({ security: 'reset_link_used', outcome: 'reset_link_invalid' }, ...reset, {
    token: link.token,
    password,
  })
  const own = await once({ security: 'sign_in', outcome: 'done' }, ...signIn('siti', password))
  const profile = ['PUT', '/users/profile', own.token] as const
  const named = { name: 'Siti', defaultCountry: 'MY' }
  expect((await told(...profile, named)).security).toEqual([])
  const newer = await once(
    { security: 'password_change', outcome: 'done', user: siti._id },
    ...profile,
    { ...named, password: 'a third stapler', currentPassword: password },
  )
  await once(
    { security: 'sign_out', outcome: 'done', user: siti._id },
    'POST',
    '/users/logout',
    newer.token,
  )
  const invitations = [
    'POST',
    '/admin/invitations',
    admin.token,
    { note: 'For 60123456789' },
  ] as const
  const one = await once({ security: 'invitation_made', outcome: 'done' }, ...invitations)
  await once(
    { security: 'invitation_revoked', outcome: 'done', on: one._id },
    'DELETE',
    `/admin/invitations/${one._id}`,
    admin.token,
  )
  const other = await once({ security: 'invitation_made', outcome: 'done' }, ...invitations)
  await once(
    { security: 'registration_mode_changed', mode: 'invitation' },
    'PUT',
    '/admin/registration',
    admin.token,
    { mode: 'invitation' },
  )
  await once({ security: 'registration', outcome: 'done', byInvitation: true }, ...register, {
    ...person('omar'),
    invitation: other.token,
  })
  await once(
    { security: 'registration', outcome: 'invitation_required' },
    ...register,
    person('late'),
  )
  await once({ security: 'member_deleted', ...done }, 'DELETE', users, admin.token)

  const secrets = ['example.com', 'horse', 'battery', 'stapler', 'guess', '60123456789', 'Siti']
  const tokens = [
    admin.token,
    member.token,
    own.token,
    newer.token,
    link.token,
    one.token,
    other.token,
  ]
  for (const secret of [...secrets, ...tokens]) expect(seen.join('\n')).not.toContain(secret)
})

test('each event of a workspace says in which, and names nobody', async () => {
  const db = app.openDatabase()
  await db.deleteFrom('server_settings').where('name', '=', 'registration').execute()
  await db.destroy()
  const email = () => `${newId()}@example.com`
  const [owner, other] = await Promise.all([app.newUser('Nurul'), app.newUser('Mei')])
  const ours = { outcome: 'done', user: owner._id, workspace: owner._id }
  const theirs = { outcome: 'done', user: other._id }
  const invite = () =>
    once(
      { security: 'person_invited', role: 'agent', ...ours },
      'POST',
      '/team/invitations',
      owner.token,
      { role: 'agent', emails: [email()] },
    ) as Promise<unknown> as Promise<{ id: string; token: string }[]>
  const accept = (token = '') =>
    once(
      { security: 'person_joined', ...theirs, on: owner._id },
      'POST',
      '/team-invitations/accept',
      other.token,
      { token },
    )

  const [first] = await invite()
  const path = `/team/invitations/${first?.id}`
  const renewed = { security: 'person_invited', on: first?.id, ...ours }
  const { token } = await once(renewed, 'POST', `${path}/link`, owner.token)
  await accept(token)
  const [second] = await invite()
  const uninvited = { security: 'person_uninvited', on: second?.id, ...ours }
  await once(uninvited, 'DELETE', `/team/invitations/${second?.id}`, owner.token)
  const unknown = { ...ours, outcome: 'chat_not_found' }
  const deletedText = '/chats/x/entries/y/deleted-text'
  await once({ security: 'deleted_message_read', ...unknown }, 'POST', deletedText, owner.token)
  const people = `/team/people/${other._id}`
  const onThem = { on: other._id, ...ours }
  const changed = { security: 'person_changed', role: 'viewer', ...onThem }
  await once(changed, 'PUT', people, owner.token, { role: 'viewer' })
  await once({ security: 'person_removed', ...onThem }, 'DELETE', people, owner.token)
  const [third] = await invite()
  await accept(third?.token)
  await once({ security: 'workspace_handed_over', ...ours }, 'PUT', '/team/owner', owner.token, {
    id: other._id,
  })
  await once({ security: 'person_left', ...ours }, 'POST', '/team/leave', owner.token)

  const made = { security: 'workspace_created', outcome: 'done', user: owner._id }
  const { id } = await once(made, 'POST', '/workspaces', owner.token, { name: 'Kopi Malam' })
  const own = { outcome: 'done', user: owner._id, workspace: id }
  const current = '/workspaces/current'
  await once({ security: 'workspace_changed', ...own }, 'PUT', current, owner.token, {
    name: 'Teh',
  })
  const wrong = { ...own, security: 'workspace_deleted', outcome: 'workspace_name_wrong' }
  await once(wrong, 'DELETE', current, owner.token, { name: 'Kopi' })
  await once({ ...wrong, outcome: 'done' }, 'DELETE', current, owner.token, { name: 'Teh' })

  const secrets = ['example.com', 'Nurul', 'Mei', 'Kopi', 'Teh', token, third?.token]
  for (const secret of secrets) expect(seen.join('\n')).not.toContain(secret)
})

test('every event is among them', () => {
  expect([...events].sort()).toEqual([...SECURITY_EVENTS].sort())
})
