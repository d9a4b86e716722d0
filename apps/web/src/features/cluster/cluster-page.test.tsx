// @vitest-environment jsdom
import type { Cluster, ClusterNode } from '@kirim/contract/cluster'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, lastBodyOf, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { ClusterPage } from './cluster-page.tsx'

const CALL = 'GET /admin/cluster'
/** In the zone of the browser. */
const at = (time: string, day = '2026-11-27') => new Date(`${day}T${time}`).toISOString()
const MB = 1024 ** 2

const nodeOf = (name: string, given: Partial<ClusterNode> = {}): ClusterNode => ({
  id: name,
  name,
  address: '10.0.0.11:3000',
  version: '1.6.0',
  state: 'serving',
  isThis: false,
  startedAt: at('06:24:10', '2026-11-15'),
  seenAt: at('10:24:09'),
  devices: 41,
  figures: {
    memory: 212 * MB,
    memoryLimit: 512 * MB,
    eventLoopMs: 3,
    databaseMs: 9,
    connected: 40,
    sending: 12,
    messagesAMinute: 900,
  },
  drainedInSeconds: null,
  takeOver: null,
  ...given,
})
const gone = nodeOf('kirim-d', {
  state: 'gone',
  seenAt: at('10:19:42'),
  devices: 0,
  figures: null,
  takeOver: { devices: 38, done: { seconds: 11, by: ['kirim-a', 'kirim-c'] } },
})
const clusterOf = (...nodes: ClusterNode[]): Cluster => ({
  isShared: true,
  devices: 102,
  waiting: 0,
  nodes,
  events: [],
})

let api: FakeApi
beforeEach(() => {
  vi.setSystemTime(at('10:24:10'))
  api = fakeApi({ [CALL]: ok(clusterOf(nodeOf('kirim-a', { isThis: true }), gone)) })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function opened(cluster?: Cluster) {
  if (cluster) api.answers[CALL] = ok(cluster)
  renderPage(<ClusterPage />, { role: 'admin' }, '/admin/cluster')
  await screen.findByRole('list', { name: 'Nodes' })
}
const row = (name: string) => screen.getByRole('listitem', { name })
const figures = (name: string) =>
  within(row(name))
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent?.trim()}`)
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement))

describe('the nodes', () => {
  it('are shown with what each measures', async () => {
    const slow = nodeOf('kirim-c', { version: '1.5.2', address: '10.0.0.13:3000' })
    const measured = slow.figures && { ...slow.figures, sending: 0, databaseMs: 64 }
    await opened(
      clusterOf(nodeOf('kirim-a', { isThis: true }), { ...slow, figures: measured }, gone, {
        ...gone,
        name: 'kirim-e',
        id: 'kirim-e',
        state: 'stopped',
        takeOver: null,
      }),
    )
    expect(row('kirim-a').textContent).toContain('10.0.0.11:3000, this node, up 12 d 4 h')
    expect(figures('kirim-a')).toEqual([
      'Devices: 41 40 connected, 12 sending',
      'Version: 1.6.0',
      'Messages a minute: 900',
      'Memory: 212 of 512 MB',
      'Event loop: 3 ms',
      'Database: 9 ms',
    ])
    expect(figures('kirim-c').slice(0, 2)).toEqual([
      'Devices: 41 40 connected',
      'Version: 1.5.2 older',
    ])
    expect(row('kirim-d').textContent).toContain('10.0.0.11:3000, last seen 10:19:42')
    expect(figures('kirim-d')).toEqual([
      'Devices: 0 38 taken over in 11 s by kirim-a and kirim-c',
      'Version: 1.6.0',
    ])
    expect(figures('kirim-e')[0]).toBe('Devices: 0')
  })

  it.each<[Partial<ClusterNode>, string, string[]]>([
    [
      { state: 'draining', devices: 17, drainedInSeconds: 8 },
      '17 17 left, about 8 s',
      ['Stop draining'],
    ],
    [{ state: 'draining', devices: 17 }, '17 17 left', ['Stop draining']],
    [{ state: 'draining', devices: 0 }, '0 none left', ['Stop draining']],
    [{ state: 'silent' }, '41 40 connected, 12 sending', []],
    [{ ...gone, takeOver: { devices: 38, done: null } }, '0 38 being taken over', ['Remove']],
    [
      { ...gone, takeOver: { devices: 3, done: { seconds: 4, by: [] } } },
      '0 3 taken over in 4 s',
      ['Remove'],
    ],
  ])('%j: %s', async (given, devices, buttons) => {
    await opened(clusterOf(nodeOf('kirim-a'), nodeOf('kirim-b', { ...given, name: 'kirim-b' })))
    expect(figures('kirim-b')[0]).toBe(`Devices: ${devices}`)
    const shown = within(row('kirim-b')).queryAllByRole('button')
    expect(shown.map(({ textContent }) => textContent)).toEqual(buttons)
  })
})

describe('all nodes together', () => {
  it('share their numbers', async () => {
    await opened(clusterOf(nodeOf('kirim-a'), nodeOf('kirim-b'), gone))
    screen.getByText('3 nodes share 102 numbers.')
    screen.getByText('Nothing yet.')
  })

  it('may be one that others can join, or one that is alone', async () => {
    await opened(clusterOf(nodeOf('kirim-a')))
    screen.getByText(/^This node has 102 numbers\. Start another one/)
    cleanup()
    await opened({ ...clusterOf(nodeOf('kirim-a')), isShared: false, devices: 1 })
    screen.getByText(/^This server has 1 number\. On PostgreSQL/)
    expect(within(row('kirim-a')).queryByRole('button')).toBeNull()
    expect(screen.queryByText(/^Draining hands/)).toBeNull()
  })
})

it('one that took part before a move to the embedded database can be forgotten', async () => {
  const before = nodeOf('kirim-b', { state: 'stopped', figures: null, devices: 0 })
  await opened({ ...clusterOf(nodeOf('kirim-a'), before), isShared: false })
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons).toEqual(['Remove'])
})

it('a node that is gone can be removed from the list', async () => {
  await opened()
  api.answers['DELETE /admin/cluster/nodes/kirim-d'] = ok(clusterOf(nodeOf('kirim-a')))
  await press('Remove kirim-d')
  await screen.findByText('kirim-d removed from the list.')
  expect(screen.queryByRole('listitem', { name: 'kirim-d' })).toBeNull()
})

describe('draining', () => {
  const PUT = 'PUT /admin/cluster/nodes/kirim-a'

  it('begins and ends at once', async () => {
    await opened()
    api.answers[PUT] = ok(clusterOf(nodeOf('kirim-a', { state: 'draining', devices: 0 })))
    await press('Drain kirim-a')
    await screen.findByText('kirim-a is handing its numbers to the other nodes.')
    expect(lastBodyOf(api, PUT)).toEqual({ draining: true })
    api.answers[PUT] = ok(clusterOf(nodeOf('kirim-a')))
    await press('Stop draining kirim-a')
    await screen.findByText('kirim-a takes numbers again.')
    expect(lastBodyOf(api, PUT)).toEqual({ draining: false })
  })

  it('of the last one is refused, and the page says why', async () => {
    await opened()
    api.answers[PUT] = refused(409, "No other node can take over this node's numbers.")
    await press('Drain kirim-a')
    await screen.findByText("No other node can take over this node's numbers.")
    expect(within(row('kirim-a')).getByRole('button', { name: 'Drain kirim-a' })).toBeTruthy()
  })
})

const eventOf = (code: Cluster['events'][number]['code'], given: object = {}) => ({
  id: `${code} ${JSON.stringify(given)}`,
  at: at('10:19:53'),
  code,
  node: 'kirim-d',
  devices: null,
  seconds: null,
  by: [],
  askedBy: null,
  ...given,
})

it('what happened is told, with its time', async () => {
  await opened({
    ...clusterOf(nodeOf('kirim-a')),
    events: [
      eventOf('draining', { askedBy: 'Farah' }),
      eventOf('serving', { askedBy: 'Farah' }),
      eventOf('taken_over', { devices: 38, seconds: 11, by: ['kirim-a', 'kirim-c'] }),
      eventOf('taken_over', { devices: 1, seconds: 9, by: ['kirim-a'] }),
      eventOf('node_silent'),
      eventOf('node_stopped'),
      eventOf('node_joined', { at: at('10:19:53', '2026-11-26') }),
    ],
  })
  const told = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(told.slice(-7)).toEqual([
    'kirim-d is draining, requested by Farah.10:19:53',
    'kirim-d takes numbers again, requested by Farah.10:19:53',
    'kirim-a and kirim-c took over 38 numbers of kirim-d, 11 s after it stopped answering. Nothing was lost or sent twice.10:19:53',
    'kirim-a took over 1 number of kirim-d, 9 s after it stopped answering. Nothing was lost or sent twice.10:19:53',
    'kirim-d stopped answering.10:19:53',
    'kirim-d was stopped and handed over its numbers.10:19:53',
    expect.stringMatching(/^kirim-d joined\..*26.*10:19/),
  ])
})

describe('who may see it', () => {
  it('is an admin', () => {
    renderPage(<ClusterPage />, { role: 'user' }, '/admin/cluster')
    screen.getByText('Access denied')
    expect(api.calls).toEqual([])
  })

  it('is no former admin', async () => {
    api.answers[CALL] = refused(403, 'Access denied')
    renderPage(<ClusterPage />, { role: 'admin' }, '/admin/cluster')
    await screen.findByRole('alert')
    expect(screen.queryByRole('list', { name: 'Nodes' })).toBeNull()
  })
})

it('says when the nodes could not be loaded, and asks again', async () => {
  api.answers[CALL] = refused(400, '')
  renderPage(<ClusterPage />, { role: 'admin' }, '/admin/cluster')
  await screen.findByText('Could not load the nodes.')
  api.answers[CALL] = ok(clusterOf(nodeOf('kirim-a')))
  await press('Try again')
  await screen.findByRole('list', { name: 'Nodes' })
})

it('leads to the members', async () => {
  await opened()
  const tabs = within(screen.getByRole('navigation', { name: 'Admin' }))
  expect(tabs.getByRole('link', { name: 'Members' }).getAttribute('href')).toBe('/admin/users')
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Cluster')
})
