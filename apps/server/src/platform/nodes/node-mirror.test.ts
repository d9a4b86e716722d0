import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import pg from 'pg'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { busBetween } from '../../testing/bus-between.ts'
import { freshStore } from '../../testing/engines.ts'
import { createSecretBox } from '../crypto/secret-box.ts'
import { createLog } from '../log.ts'
import { createDatabaseTime } from './database-time.ts'
import { ABOUT_MAX_BYTES, NO_OTHERS, type NodeBus } from './node-bus.ts'
import { createMirror } from './node-mirror.ts'
import { pack } from './pack-entries.ts'
import { createPostgresBus } from './postgres-bus.ts'

/** A node with ranked words by key. */
function nodeOn(bus: NodeBus) {
  const clock = createFakeClock()
  const own = new Map<string, { rank: number; word: string }>()
  const heard: string[] = []
  const mirror = createMirror({
    bus,
    clock,
    topic: 'devices_here',
    value: z.string().max(3000),
    keys: () => own.keys(),
    rankOf: (key) => own.get(key)?.rank ?? null,
    valueOf: (key) => own.get(key)?.word ?? '',
    onRemoteChange: (key, now, before) => heard.push(`${key}: ${before} > ${now}`),
  })
  return {
    own,
    mirror,
    heard,
    clock,
    /** Sets a word; the others receive it once the clock has moved. */
    has(key: string, word: string, rank = 1) {
      own.set(key, { rank, word })
      mirror.changed(key)
    },
    gives(key: string) {
      own.delete(key)
      mirror.changed(key)
    },
    all: () => [...mirror.all()],
  }
}

const tells = ({ clock }: ReturnType<typeof nodeOn>) => clock.advance(100)
/** Whether a full publication is complete. */
const isWhole = (told: readonly { about: string }[]) =>
  told.some(({ about }) => about.includes('"ends":true'))

describe('a mirror', () => {
  function nodes() {
    const between = busBetween()
    const [a, b, c] = ['a', 'b', 'c'].map((name) => nodeOn(between.bus(name))) as [
      ReturnType<typeof nodeOn>,
      ReturnType<typeof nodeOn>,
      ReturnType<typeof nodeOn>,
    ]
    return { ...between, a, b, c }
  }

  test('several changes are one message, and unchanged values are not sent', () => {
    const { a, b, told } = nodes()
    a.has('1', 'one')
    a.has('1', 'uno')
    a.has('2', 'two')
    expect(told).toHaveLength(0)
    tells(a)
    expect([told.length, b.mirror.of('1'), b.all()]).toEqual([1, 'uno', ['uno', 'two']])
    a.has('2', 'two')
    tells(a)
    expect(told).toHaveLength(1)
  })

  const MOVES: [string, (n: ReturnType<typeof nodes>) => void, string | null][] = [
    ['was given back', ({ a }) => a.gives('1'), null],
    ['was taken by another', ({ b }) => b.has('1', 'of b', 2), 'of b'],
    [
      'was taken by another before it is told to be gone',
      ({ a, b }) => {
        b.has('1', 'of b', 2)
        tells(b)
        a.gives('1')
      },
      'of b',
    ],
    [
      'is still told by one that has lost it',
      ({ a, b }) => {
        b.has('1', 'of b', 2)
        tells(b)
        a.has('1', 'old')
      },
      'of b',
    ],
    ['is on a node that has left', ({ c }) => c.mirror.forget(['a']), null],
    ['is on a node when another has left', ({ c }) => c.mirror.forget(['b']), 'of a'],
    [
      'is here now',
      ({ c }) => {
        c.has('1', 'of c', 2)
      },
      null,
    ],
    [
      'was here, and is elsewhere again',
      ({ b, c }) => {
        c.has('1', 'of c', 2)
        b.has('1', 'of b', 3)
      },
      'of b',
    ],
  ]
  test.each(MOVES)('what %s', (_what, move, known) => {
    const world = nodes()
    world.a.has('1', 'of a')
    tells(world.a)
    move(world)
    for (const node of [world.a, world.b, world.c]) tells(node)
    expect(world.c.mirror.of('1')).toBe(known)
    expect(world.c.all()).toEqual(known === null ? [] : [known])
  })

  test('a new node gets everything, and one that missed messages learns what was removed', async () => {
    const { a, b, told, missSomething } = nodes()
    for (let n = 0; n < 450; n++) a.own.set(`${n}`, { rank: 1, word: `word ${n}` })
    await b.mirror.part.start()
    tells(a)
    await until('all is told', () => isWhole(told))
    expect(b.all()).toHaveLength(450)
    expect(Math.max(...told.map(({ about }) => Buffer.byteLength(about)))).toBeLessThanOrEqual(
      ABOUT_MAX_BYTES,
    )
    // Removed without an announcement.
    a.own.delete('7')
    told.length = 0
    missSomething()
    tells(a)
    await until('all is told again', () => isWhole(told))
    expect([b.all().length, b.mirror.of('7'), b.mirror.of('8')]).toEqual([449, null, 'word 8'])
    expect(b.heard.at(-1)).toBe('7: word 7 > null')
  })

  test('invalid messages and values are ignored', () => {
    const { bus } = busBetween()
    const [a, b] = [bus('a'), nodeOn(bus('b'))]
    const words = JSON.stringify({
      turn: 1,
      ends: false,
      entries: [
        ['1', 1, 7],
        ['2', 1, 'two'],
      ],
    })
    for (const about of ['', 'x', '[]', '{"turn":1}', words]) a.publish('devices_here', about)
    expect(b.all()).toEqual(['two'])
  })

  test('a single node publishes nothing', () => {
    const alone = nodeOn(NO_OTHERS)
    alone.has('1', 'one')
    expect(alone.clock.nextTimer()).toBeNull()
  })
})

test.each([
  [[], []],
  [
    ['abc', 'abc', 'abc'],
    [['abc', 'abc'], ['abc']],
  ],
  [
    ['abcdefghijkl', 'a'],
    [['abcdefghijkl'], ['a']],
  ],
  [
    ['äää', 'a'],
    [['äää'], ['a']],
  ],
])('%j is told in groups of eight bytes', (texts, groups) => {
  expect(pack(texts, 8)).toEqual(groups)
})

describe('on one PostgreSQL', () => {
  let ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends) await end()
    ends = []
  })

  test('a node gets earlier values of another when it starts, and after it was cut off', async () => {
    const store = await freshStore('PostgreSQL')
    onTestFinished(() => store.remove())
    async function node(name: string) {
      const clock = createFakeClock()
      const bus = createPostgresBus({
        access: { url: store.databaseUrl ?? '', name: `mirror-${name}` },
        nodeId: name,
        box: createSecretBox(Buffer.alloc(32, 1)),
        clock,
        log: createLog('silent'),
        time: createDatabaseTime(),
      })
      ends.push(() => bus.part.stop())
      const made = nodeOn(bus)
      await bus.part.start()
      await made.mirror.part.start()
      return { ...made, busClock: clock }
    }
    const a = await node('a')
    a.own.set('1', { rank: 1, word: 'ü'.repeat(1500) })
    a.own.set('2', { rank: 1, word: '"'.repeat(2000) })
    const b = await node('b')
    const knows = (n: number) => () => {
      a.clock.advance(100)
      return b.all().length === n
    }
    await until('b knows both', knows(2))
    const client = new pg.Client({ connectionString: store.databaseUrl ?? '' })
    await client.connect()
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mirror-b'",
    )
    await client.end()
    a.gives('2')
    await until('b knows that one has gone', () => {
      b.busClock.advance(250)
      return knows(1)()
    })
  })
})
