import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '@kirim/contract/accounts'
import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMainProcesses } from './testing/main-process.ts'
import { campaignForm, linkBy, makeGroup } from './testing/test-browser.ts'

const mains = createMainProcesses()
const { startServer } = mains
let dataDir: string
beforeEach(() => {
  dataDir = mains.dataDir()
})
afterEach(mains.end)

const ann = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }

describe('what it cannot go on after', () => {
  test('a disk that takes nothing more ends it, with the reason', async () => {
    const server = await startServer({ FAULT: 'failing disk' })
    expect((await server.call('GET', '/health')).status).toBe(200)
    server.signal('SIGUSR2')
    // Refused rather than confirmed; the connection may end first.
    const answer = server.call('POST', '/users/register', { body: ann }).catch(() => null)
    expect(await server.ended).toBe(1)
    expect((await answer)?.status ?? 500).toBe(500)
    expect(server.said.err).toBe(
      'Writes no longer reach the disk, so nothing can be saved (Error: EIO: EIO: i/o error, fdatasync). Stopping.\n',
    )
    const again = await startServer()
    expect((await again.call('GET', '/health')).status).toBe(200)
    again.signal('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  test.each([
    ['rejection', 'An unhandled error (TypeError: A promise of +[digits] that nobody awaits)'],
    ['exception', 'An uncaught error (TypeError: Thrown where nobody catches)'],
  ])('an unhandled %s is logged, and drains and ends it when it repeats', async (kind, reason) => {
    const server = await startServer({ FAULT: kind, LOG_LEVEL: 'info' })
    // The log is written beside the line that says where it runs, so either may come first.
    await until('its start is logged', () => server.log().length > 0)
    const fault = reason.replace(/ \(.*/, '')
    server.signal('SIGUSR2')
    await until('the first is logged', () => server.log().some(({ msg }) => msg === fault))
    expect((await server.call('GET', '/health')).status).toBe(200)
    server.signal('SIGUSR2')
    expect(await server.ended).toBe(1)
    expect(server.said.err).toBe(`${reason}. Stopping.\n`)
    const log = server.log()
    // What is written while the process ends may overtake what was written just before.
    const messages = log.map(({ msg }) => String(msg))
    expect(messages.toSorted()).toEqual(['started', fault, fault, 'stopping', 'stopped'].toSorted())
    expect(log.filter(({ msg }) => msg === fault)).toMatchObject([
      { level: 50, err: { type: 'TypeError' } },
      { level: 60, err: { type: 'TypeError' } },
    ])
    expect(server.said.out).not.toContain('60123456789')
  })

  test('one Ctrl-C that comes twice, from the terminal and from npm, drains it', async () => {
    const server = await startServer({ LOG_LEVEL: 'info' })
    server.signal('SIGINT')
    server.signal('SIGINT')
    expect(await server.ended).toBe(0)
    expect(server.log().map(({ msg }) => msg)).toContain('stopped')
  })
})

describe('what it says', () => {
  async function saidAt(level: string) {
    const server = await startServer({ LOG_LEVEL: level })
    await server.call('POST', '/users/register?secret=hush', { body: ann })
    await server.call('GET', '/media/60123456789/usage', { token: 'hush' })
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    return server
  }

  test('at debug each request, by its route alone', async () => {
    const server = await saidAt('debug')
    const requests = server.log().filter(({ msg }) => msg === 'request')
    expect(requests).toMatchObject([
      { level: 20, method: 'POST', route: '/api/users/register', status: 201 },
      { level: 20, method: 'GET', route: '/api/media/:id/usage', status: 401 },
    ])
    for (const request of requests) {
      expect(request).toMatchObject({ requestId: expect.any(String), ms: expect.any(Number) })
    }
    expect(server.said.out).not.toMatch(/hush|60123456789|ann@example|correct horse/)
  })

  test('at info its start and stop, and the registration; at warn, the default, nothing', async () => {
    const news = (await saidAt('info')).log().map(({ msg, security }) => security ?? msg)
    expect(news).toEqual(['started', 'registration', 'stopping', 'stopped'])
    expect((await saidAt('warn')).log()).toEqual([])
  })
})

test('at info links, campaigns and closes are told, with their codes and without a number', async () => {
  const server = await startServer({ LOG_LEVEL: 'info' })
  const { call, url } = server
  await call('POST', '/users/register', { body: ann })
  const session = (await call('POST', '/users/login', { body: ann })).body as Session
  const { token } = session
  const device = await linkBy(server, session, async () => {
    const scan = await call('POST', '/sandbox/scan', { token, body: {} })
    return (scan.body as { phoneNumber: string }).phoneNumber
  })
  // Two, with a gap between them: changes within a moment are merged into one event.
  const people = ['60123456701', '60123456702'].map((phoneNumber) => ({
    name: 'Somebody',
    phoneNumber,
  }))
  const contactGroupId = await makeGroup(server, session, 'Group', people)
  const form = campaignForm({ campaignName: 'C', caption: 'Selamat pagi', contactGroupId })
  await call('POST', `/campaigns/${device.id}`, { token, body: form })
  const said = (msg: string) => server.log().find((line) => line.msg === msg)
  await until('the campaign has finished', () => said('campaign finished') !== undefined)
  await call('PUT', `/sandbox/phones/${device.number}`, { token, body: { action: 'unlink' } })
  await until('the close is told', () =>
    server.log().some(({ msg, cause }) => msg === 'connection closed' && cause === 'logged_out'),
  )
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  const deviceId = device.id
  const log = server.log()
  for (const line of [
    { level: 30, msg: 'device linked', deviceId, workspaceId: session._id, isNew: true },
    { level: 30, msg: 'connection opened', deviceId },
    { level: 30, msg: 'campaign started', workspaceId: session._id, status: 'sending' },
    { level: 30, msg: 'campaign finished', workspaceId: session._id, status: 'completed' },
    { level: 40, msg: 'connection closed', deviceId, cause: 'logged_out', code: 401 },
  ]) {
    expect(log).toContainEqual(expect.objectContaining(line))
  }
  expect(server.said.out.replace(url, '')).not.toMatch(
    new RegExp(`${device.number}|6012345670|Selamat|Somebody|ann@example|${token}`),
  )
})

test('health asks the database, and liveness does not', async () => {
  const server = await startServer()
  for (const path of ['/health', '/health/live']) {
    expect(await server.call('GET', path)).toMatchObject({ status: 200, body: { status: 'ok' } })
  }
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
})

test.runIf(process.platform === 'linux')('what it keeps is its owner’s alone', async () => {
  mkdirSync(join(dataDir, 'somebody else’s'), { mode: 0o755 })
  chmodSync(dataDir, 0o755)

  const server = await startServer()
  await server.call('POST', '/users/register', { body: ann })
  const modes = new Map(
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => [name, statSync(join(dataDir, name))]),
  )
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  expect([...modes.keys()]).toEqual(
    expect.arrayContaining(['kirim.db', 'kirim.db-wal', 'kirim.db-shm', 'secret.key']),
  )
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  for (const [name, stat] of modes) {
    const wanted = name === 'somebody else’s' ? 0o755 : stat.isDirectory() ? 0o700 : 0o600
    expect([name, (stat.mode & 0o777).toString(8)]).toEqual([name, wanted.toString(8)])
  }
})
