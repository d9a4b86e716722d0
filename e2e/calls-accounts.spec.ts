import { callApi } from './support/api.ts'
import { expect, newClient, newPerson, shows, test } from './support/test.ts'

const TEXT = expect.any(String)

test('account calls', async ({ server }) => {
  const person = newPerson('Siti')
  const user = {
    _id: TEXT,
    name: 'Siti',
    email: person.email,
    role: 'user',
    membershipPlan: 'Free',
    createdAt: TEXT,
  }
  const call = (method: string, path: string, body?: object, token: string | null = null) =>
    callApi(server.url, token, method, path, body)
  await shows('7.users.register 7.base 3.user.fields 3.user.role 3.user.plan', async () => {
    const { status, body } = await call('POST', '/users/register', person)
    expect(status).toBe(201)
    expect(body).toMatchObject(user)
  })
  await shows('7.users.login 3.user.token 3.user.password', async () => {
    const { status, body } = await call('POST', '/users/login', person)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...user, token: TEXT })
    expect(JSON.stringify(body)).not.toContain(person.password)
    expect(Object.keys(body).join().toLowerCase()).not.toContain('password')
  })
  await shows('7.users.profile 3.user.token 3.user.password', async () => {
    const { body } = await call('POST', '/users/login', person)
    const saved = await call('PUT', '/users/profile', { name: 'Siti B' }, body.token)
    expect(saved).toMatchObject({ status: 200, body: { ...user, name: 'Siti B', token: TEXT } })
    const password = 'another password'
    const change = { name: 'Siti B', password, currentPassword: person.password }
    const changed = await call('PUT', '/users/profile', change, body.token)
    expect(changed.status).toBe(200)
    expect((await call('POST', '/users/login', { ...person, password })).status).toBe(200)
  })
  await shows('5.profile.email', async () => {
    const { body } = await call('POST', '/users/login', { ...person, password: 'another password' })
    const other = { name: 'Siti B', email: 'other@example.com' }
    expect((await call('PUT', '/users/profile', other, body.token)).body.email).toBe(person.email)
  })
  await shows('7.json 9.content-type', async () => {
    const { headers } = await call('GET', '/app-info')
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  })
  await shows('7.message 7.bearer', async () => {
    const refused = await call('GET', '/contacts')
    expect(refused).toMatchObject({ status: 401, body: { message: 'Please sign in.' } })
    expect((await call('GET', '/nowhere')).body).toMatchObject({ message: TEXT })
  })
})

test('admin calls', async ({ server, admin }) => {
  const member = await newClient(server.url)
  const path = `/admin/users/${member.session._id}`
  await shows('7.admin.list', async () => {
    const users = await admin.ok('GET', '/admin/users')
    expect(users.at(-1)).toMatchObject({
      _id: member.session._id,
      role: 'user',
      membershipPlan: 'Free',
      createdAt: TEXT,
    })
    expect(JSON.stringify(users)).not.toMatch(/password|token/i)
  })
  await shows('6.server', async () => {
    for (const [method, body] of [['PUT', { role: 'admin' }], ['DELETE']] as const) {
      expect((await member.call(method, path, body)).status).toBe(403)
      expect((await callApi(server.url, null, method, path, body)).status).toBe(401)
    }
    expect((await member.call('GET', '/admin/users')).status).toBe(403)
  })
  await shows('7.admin.plan', async () =>
    expect(await admin.ok('PUT', path, { membershipPlan: 'Basic' })).toMatchObject({
      membershipPlan: 'Basic',
    }),
  )
  await shows('7.admin.role 9.plans', async () => {
    expect(await admin.ok('PUT', path, { role: 'admin' })).toMatchObject({ role: 'admin' })
    expect((await admin.call('PUT', path, { role: 'owner' })).status).toBe(400)
    expect((await admin.call('PUT', path, { membershipPlan: 'Gold' })).status).toBe(400)
  })
  await shows('6.admin.plan-of-admin', async () =>
    expect((await admin.call('PUT', path, { membershipPlan: 'Pro' })).status).toBe(409),
  )
  await shows('6.admin.own-role 6.admin.own-account', async () => {
    const own = `/admin/users/${admin.session._id}`
    expect((await admin.call('PUT', own, { role: 'user' })).status).toBe(403)
    expect((await admin.call('DELETE', own)).status).toBe(403)
  })
  await shows('7.admin.delete', async () => {
    await admin.ok('DELETE', path)
    expect((await member.call('GET', '/users/profile')).status).toBe(401)
  })
})
