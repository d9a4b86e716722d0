import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type TestPostgres } from '@kirim/testing/postgres'
import type { Page } from '@playwright/test'
import { Client, callApi } from './support/api.ts'
import { type Server, startServer } from './support/server.ts'
import {
  adminTest,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  storageOf,
  test,
} from './support/test.ts'

const ADMIN = { email: 'farah@example.com', password: 'the password of the admin' }

test.describe('two servers on one PostgreSQL', () => {
  let postgres: TestPostgres
  let folder: string
  let a: Server
  let b: Server

  test.beforeAll(async () => {
    postgres = await startPostgres()
    folder = mkdtempSync(join(tmpdir(), 'kirim-nodes-'))
    mkdirSync(join(folder, 'media'))
    a = await startNode('kirim-a')
    b = await startNode('kirim-b')
  })
  test.afterAll(async () => {
    await a.stop()
    await b.stop()
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const key = randomBytes(32).toString('base64')
  /** Of a network that nobody is linked to, and nothing is asked of. */
  const network = {
    WHATSAPP_NETWORK: 'live',
    WHATSAPP_URL: 'ws://127.0.0.1:9',
    WHATSAPP_ROOT_KEY: 'ab'.repeat(32),
  }

  function startNode(name: string): Promise<Server> {
    const dataDir = join(folder, name)
    mkdirSync(dataDir)
    symlinkSync(join(folder, 'media'), join(dataDir, 'media'))
    return startServer({
      ...network,
      DATABASE_URL: postgres.url('postgres'),
      DATA_DIR: dataDir,
      NODE_NAME: name,
      SECRET_KEY: key,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    })
  }

  test('an admin drains one of two, which must not be the last, and forgets one that stopped', async ({
    browser,
  }) => {
    const { body } = await callApi(a.url, null, 'POST', '/users/login', ADMIN)
    const context = await browser.newContext({
      baseURL: a.url,
      storageState: storageOf(new Client(a.url, body)),
    })
    const page = await context.newPage()
    await page.goto('/admin/users')
    await page.getByRole('link', { name: 'Cluster' }).click()
    await expect(page).toHaveTitle(/Cluster/)
    await expect(page.getByText('2 nodes share 0 numbers.')).toBeVisible()
    const row = (name: string) => page.getByRole('listitem', { name })
    await expect(row('kirim-a')).toContainText('this node')
    await expect(row('kirim-b')).toContainText(/\d+ of [\d,.]+ MB/)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Drain kirim-b' }).click()
    await expect(row('kirim-b')).toContainText('Draining')
    await expect(row('kirim-b')).toContainText('none left')
    await expect(page.getByText('kirim-b is draining, requested by Admin.')).toBeVisible()
    await page.getByRole('button', { name: 'Drain kirim-a' }).click()
    await expect(
      page.locator('li[data-state=open]', { hasText: 'No other node could take the numbers' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Stop draining kirim-b' }).click()
    await expect(row('kirim-b')).toContainText('Active')

    await b.stop()
    await expect(row('kirim-b')).toContainText('Stopped')
    await page.getByRole('button', { name: 'Remove kirim-b' }).click()
    await expect(row('kirim-b')).toHaveCount(0)
    await expect(page.getByText('kirim-b was stopped and handed over its numbers.')).toBeVisible()
    await context.close()
  })
})

const MB = 1024 ** 2
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function nodeOf(name: string, given: object, figures: object | null = {}) {
  return {
    id: name,
    name,
    address: '10.0.0.11:3000',
    version: '1.6.0',
    state: 'serving',
    isThis: false,
    startedAt: minutesAgo(12 * 24 * 60),
    seenAt: minutesAgo(0),
    devices: 41,
    drainedInSeconds: null,
    takeOver: null,
    figures: figures && {
      memory: 212 * MB,
      memoryLimit: 512 * MB,
      eventLoopMs: 3,
      databaseMs: 9,
      connected: 41,
      sending: 12,
      messagesAMinute: 965,
      ...figures,
    },
    ...given,
  }
}

/** Everything that can be seen of nodes, at once. */
function showFourNodes(page: Page) {
  const event = { devices: null, seconds: null, by: [], askedBy: null }
  const by = ['kirim-a', 'kirim-c']
  const cluster = {
    isShared: true,
    devices: 102,
    waiting: 0,
    nodes: [
      nodeOf('kirim-a', { isThis: true }),
      nodeOf(
        'kirim-b',
        { state: 'draining', version: '1.5.2', devices: 17, drainedInSeconds: 8 },
        { memory: 238 * MB, connected: 17, sending: 0 },
      ),
      nodeOf('kirim-c', { devices: 44 }, { memory: 431 * MB, databaseMs: 64, eventLoopMs: 18 }),
      nodeOf(
        'kirim-d',
        {
          state: 'gone',
          devices: 0,
          seenAt: minutesAgo(5),
          takeOver: { devices: 38, done: { seconds: 11, by } },
        },
        null,
      ),
    ],
    events: [
      { ...event, id: '4', at: minutesAgo(1), code: 'draining', node: 'kirim-b', askedBy: 'Farah' },
      {
        ...event,
        ...{ id: '3', at: minutesAgo(4), code: 'taken_over', node: 'kirim-d' },
        ...{ devices: 38, seconds: 11, by },
      },
      { ...event, id: '2', at: minutesAgo(5), code: 'node_silent', node: 'kirim-d' },
      { ...event, id: '1', at: minutesAgo(9000), code: 'node_joined', node: 'kirim-d' },
    ],
  }
  return page.route('**/api/admin/cluster', (route) => route.fulfill({ json: cluster }))
}

adminTest('whatever can be seen of nodes is accessible, and fits a phone', async ({ page }) => {
  await showFourNodes(page)
  await page.goto('/admin/cluster')
  await expect(page.getByRole('listitem', { name: 'kirim-d' })).toContainText('Not answering')
  await expectAccessibleInBothThemes(page)
  for (const width of [1024, 800, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
  await expect(page.getByRole('list', { name: 'Nodes' })).toContainText('17 left, about 8 s')
  await expectAccessible(page)
})

adminTest(
  'the embedded database has one server, and the page says so',
  async ({ page, engine }) => {
    test.skip(engine !== 'SQLite', 'PostgreSQL may have several')
    await page.goto('/admin/cluster')
    await expect(page.getByText(/^This server has \d+ numbers?\. On PostgreSQL/)).toBeVisible()
    const rows = page.getByRole('list', { name: 'Nodes' }).getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await expect(rows.getByRole('button')).toHaveCount(0)
  },
)
