import fs from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const FULL = { status: 503, body: { code: 'storage_full' } }

let app: TestApp
let database: DatabaseSync
const clock = createFakeClock()
beforeEach(async () => {
  const opened = vi.spyOn(DatabaseSync.prototype, 'exec')
  app = await startTestApp('SQLite', { clock, env: { LOG_LEVEL: 'silent' } })
  database = opened.mock.contexts.find((one) => one instanceof DatabaseSync) as DatabaseSync
  opened.mockRestore()
})
afterEach(() => app.stop())

const health = () => app.call('GET', '/health')
const roomAgain = () =>
  until('there is room again', async () => {
    clock.advance(5000)
    return (await health()).status === 200
  })

test('a database without room refuses what is saved, and says so, until there is room', async () => {
  const { token } = await app.newUser()
  const group = { groupName: 'A group' }
  expect((await app.call('POST', '/contact-groups', { token, body: group })).status).toBe(201)
  database.exec('PRAGMA max_page_count = 1')
  let saved = 0
  const add = () =>
    app.call('POST', '/contacts', {
      token,
      body: { name: 'x'.repeat(190), phoneNumber: `60123${1_000_000 + saved}` },
    })
  let answer = await add()
  while (answer.status === 201) {
    saved += 1
    answer = await add()
  }
  expect(answer).toMatchObject(FULL)
  expect(await health()).toMatchObject(FULL)
  expect((await app.call('GET', '/health/live')).status).toBe(200)
  const { body } = await app.call('GET', '/contacts', { token })
  expect(body).toHaveLength(saved)
  database.exec('PRAGMA max_page_count = 1000000')
  await roomAgain()
  expect((await add()).status).toBe(201)
})

test('a disk without room refuses an upload, of which nothing stays', async () => {
  const { token } = await app.newUser()
  const upload = () => {
    const body = new FormData()
    body.set('mediaFile', new Blob([Buffer.alloc(100_000)]), 'a.png')
    return app.call('POST', '/media', { token, body })
  }
  const fail = (...args: unknown[]) => {
    const done = args.at(-1) as fs.NoParamCallback
    done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
  }
  const spies = [
    vi.spyOn(fs, 'write').mockImplementation(fail as typeof fs.write),
    vi.spyOn(fs, 'writev').mockImplementation(fail as typeof fs.writev),
  ]
  expect(await upload()).toMatchObject(FULL)
  expect(await health()).toMatchObject(FULL)
  for (const spy of spies) spy.mockRestore()
  await roomAgain()
  expect((await upload()).status).toBe(415)
  expect(fs.readdirSync(`${app.dataDir}/tmp`)).toEqual([])
})
