import { describe, expect, test } from 'vitest'
import type { ClusterEvent } from './cluster-events.repository.ts'
import type { ListedNode } from './cluster-page.repository.ts'
import { presentNode } from './present-cluster.ts'

const AT = 1_800_000_000_000

const listed = (given: Partial<ListedNode> = {}): ListedNode => ({
  id: 'b',
  name: 'kirim-b',
  address: '10.0.0.12:3000',
  version: '1',
  startedAt: AT - 5000,
  beatAt: AT,
  silentMs: 0,
  leftHow: null,
  draining: false,
  figures: '{}',
  freedDevices: null,
  takenOverAt: null,
  takenOverBy: [],
  ...given,
})
const presented = (
  given: Partial<ListedNode>,
  { devices = 0, events = [] }: { devices?: number; events?: ClusterEvent[] } = {},
) =>
  presentNode(listed(given), {
    nodeId: 'a',
    deviceCounts: new Map([['b', devices]]),
    names: new Map([
      ['c', 'kirim-c'],
      ['a', 'kirim-a'],
    ]),
    events,
  })

describe('the state of a node', () => {
  test.each<[string, Partial<ListedNode>, string]>([
    ['takes part', {}, 'serving'],
    ['was heard of within ten seconds', { silentMs: 10_000 }, 'serving'],
    ['was not heard of for longer', { silentMs: 10_001 }, 'silent'],
    ['was not heard of while it drained', { silentMs: 10_001, draining: true }, 'silent'],
    ['drains', { draining: true }, 'draining'],
    ['was evicted', { leftHow: 'silent', silentMs: 10_001, draining: true }, 'gone'],
    ['was stopped', { leftHow: 'stopped', draining: true }, 'stopped'],
    ['gives the answer itself, without beats', { id: 'a', silentMs: 10_001 }, 'serving'],
    ['gives the answer itself, and drains', { id: 'a', draining: true }, 'draining'],
  ])('that %s', (_what, given, state) => {
    expect(presented(given)).toMatchObject({ state, isThis: given.id === 'a' })
  })
})

const FIGURES = {
  memory: 1,
  memoryLimit: 2,
  eventLoopMs: 3,
  databaseMs: null,
  connected: 4,
  sending: 5,
  messagesAMinute: 6,
}

test.each<[string, Partial<ListedNode>, object | null]>([
  ['are those of its last beat', { figures: JSON.stringify(FIGURES) }, FIGURES],
  ['of another version may be others', { figures: '{"rss":1}' }, null],
  ['are none once it has left', { figures: JSON.stringify(FIGURES), leftHow: 'silent' }, null],
])('figures of another node %s', (_what, given, figures) => {
  expect(presented(given).figures).toEqual(figures)
})

test.each<[string, Partial<ListedNode>, object | null]>([
  ['is none of a node that had none', { freedDevices: 0 }, null],
  ['is not done while some have no node', { freedDevices: 38 }, { devices: 38, done: null }],
  [
    'names who has them, and how long it took',
    { freedDevices: 38, takenOverAt: AT + 10_400, takenOverBy: ['c', 'a', 'forgotten'] },
    { devices: 38, done: { seconds: 11, by: ['kirim-a', 'kirim-c'] } },
  ],
])('a take-over %s', (_what, given, takeOver) => {
  expect(presented({ leftHow: 'silent', ...given }).takeOver).toEqual(takeOver)
})

test.each<[string, number, number | null]>([
  ['nothing has gone', 20, null],
  ['three of twenty have gone in ten seconds', 17, 57],
  ['all have gone', 0, 0],
])('how long it drains, once %s', (_what, devices, seconds) => {
  const begun = (node: string, at: number): ClusterEvent => ({
    id: node,
    at,
    code: 'draining',
    params: { node, devices: 20 },
  })
  const events = [begun('c', AT), begun('b', AT - 8000), begun('b', 0)]
  const given = { draining: true, silentMs: 2000 }
  expect(presented(given, { devices, events }).drainedInSeconds).toBe(seconds)
})
