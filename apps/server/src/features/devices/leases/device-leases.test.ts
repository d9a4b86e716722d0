import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDeviceLeases, type LeasesDeps, type Standing } from './device-leases.ts'
import type { LeasesRepository } from './leases.repository.ts'

/** Devices, and which node has each. */
function world(total: number) {
  const owner = new Map<string, { node: string | null; lease: number }>()
  for (let n = 0; n < total; n++)
    owner.set(`d${String(n).padStart(4, '0')}`, { node: null, lease: 0 })
  const nodes: string[] = []
  const away = new Set<string>()
  const steps: string[] = []

  const repository = (me: string): LeasesRepository => ({
    counts: async () => ({
      total,
      mine: [...owner.values()].filter(({ node }) => node === me).length,
    }),
    async take(most) {
      const free = [...owner].filter(([, { node }]) => node === null).slice(0, most)
      for (const [id, { lease }] of free) owner.set(id, { node: me, lease: lease + 1 })
      return free.map(([id, { lease }]) => ({
        id,
        workspaceId: 'user',
        lease: lease + 1,
        comesBack: true,
        removing: false,
      }))
    },
    free: async () => [],
    takeThese: async (ids) =>
      ids.flatMap((id) => {
        const { node, lease } = owner.get(id) ?? { node: me, lease: 0 }
        if (node !== null) return []
        owner.set(id, { node: me, lease: lease + 1 })
        return { id, workspaceId: 'user', lease: lease + 1, comesBack: true, removing: false }
      }),
    nodeOf: async (id) => owner.get(id)?.node ?? null,
    async takeOver(id) {
      const { node: before, lease } = owner.get(id) ?? { node: null, lease: 0 }
      owner.set(id, { node: me, lease: lease + 1 })
      return { before, lease: lease + 1 }
    },
    last: async (most) => {
      const mine = [...owner].flatMap(([id, { node }]) => (node === me ? id : []))
      return mine.reverse().slice(0, most)
    },
    stillMine: async (leases) =>
      new Set(
        [...owner].flatMap(([id, { node, lease }]) =>
          node === me && leases.get(id) === lease ? id : [],
        ),
      ),
    all: async () =>
      new Map([...owner].flatMap(([id, { node, lease }]) => (node === me ? [[id, lease]] : []))),
    async giveBack(id) {
      steps.push(`${me} gives ${id}`)
      const { lease = 0 } = owner.get(id) ?? {}
      owner.set(id, { node: null, lease })
    },
    freeAllOf: async () => 0,
  })

  function join(me: string, onLetGo = () => {}, given: Partial<LeasesDeps> = {}) {
    nodes.push(me)
    return createDeviceLeases({
      leases: repository(me),
      clock: createFakeClock(),
      standing: async (): Promise<Standing> => {
        const taking = nodes.filter((node) => !away.has(node)).sort()
        return { rank: taking.indexOf(me), nodes: taking.length }
      },
      onTaken: async ({ id }) => void steps.push(`${me} takes ${id}`),
      async letGo(id) {
        steps.push(`${me} ends ${id}`)
        onLetGo()
      },
      onHeld: () => {},
      letOtherDrop: async (other) => void steps.push(`${other} drops`),
      nodeId: me,
      onGiven: () => {},
      onFault: (error) => void steps.push(String(error)),
      ...given,
    })
  }
  const counts = () => nodes.map((me) => [...owner.values()].filter((o) => o.node === me).length)
  return { join, repository, counts, owner, away, steps }
}

test('new nodes share evenly; a device is stopped before another node takes it', async () => {
  const { join, counts, steps } = world(100)
  const a = join('a')
  await a.part.start()
  expect(counts()).toEqual([100])
  const b = join('b')
  await b.part.start()
  for (let round = 0; round < 12; round++) {
    await a.requestRound()
    await b.requestRound()
  }
  expect(counts()).toEqual([50, 50])
  for (const step of steps.filter((one) => one.startsWith('a gives'))) {
    const id = step.split(' ').at(-1)
    const order = [`a ends ${id}`, step, `b takes ${id}`].map((one) => steps.indexOf(one))
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  }
})

test('a draining node gives up all devices, ten at a time, and takes some again when it serves', async () => {
  const { join, counts, away, steps } = world(50)
  const [a, b] = [join('a'), join('b')]
  await a.part.start()
  await b.part.start()
  for (let round = 0; round < 3; round++) {
    await a.requestRound()
    await b.requestRound()
  }
  expect(counts()).toEqual([25, 25])
  away.add('b')
  steps.length = 0
  await b.requestRound()
  const kinds = steps.map((step) => (step.includes('ends') ? 'ends' : 'gives'))
  const runs = kinds.join(' ').match(/(ends ?)+(gives ?)+/g) ?? []
  expect(runs.map((run) => run.split('gives').length - 1)).toEqual([10, 10, 5])
  await a.requestRound()
  expect(counts()).toEqual([50, 0])
  away.delete('b')
  for (let round = 0; round < 4; round++) {
    await a.requestRound()
    await b.requestRound()
  }
  expect(counts()).toEqual([25, 25])
})

test('a node that stops draining keeps the devices it still has', async () => {
  const { join, counts, away } = world(30)
  let given = 0
  const a = join('a', () => {
    given += 1
    if (given === 10) away.delete('a')
  })
  await a.part.start()
  away.add('a')
  await a.requestRound()
  expect(counts()).toEqual([20])
})

test('a device linked on a draining node moves, too', async () => {
  const { join, owner, away } = world(0)
  const a = join('a')
  await a.part.start()
  away.add('a')
  await a.requestRound()
  owner.set('linked', { node: 'a', lease: 1 })
  a.keep('linked', 1)
  await a.requestRound()
  expect(owner.get('linked')?.node).toBeNull()
})

test('a free device is taken by the node that gets a call about it', async () => {
  const { join, owner, steps } = world(2)
  const [a, b] = [join('a'), join('b')]
  owner.set('d0001', { node: 'b', lease: 1 })
  expect([await a.where.nodeOf('d0000'), await a.where.nodeOf('d0001')]).toEqual([null, 'b'])
  expect([a.where.isHere('d0000'), a.where.isHere('d0001')]).toEqual([true, false])
  expect(steps).toEqual(['a takes d0000'])
  expect(await b.where.nodeOf('d0000')).toBe('a')
})

test('no work begins for a device while it is given back', async () => {
  const { join, away, steps } = world(1)
  const a = join('a')
  await a.part.start()
  away.add('a')
  const seen: boolean[] = []
  const steady = steps.push.bind(steps)
  steps.push = (...items) => {
    seen.push(a.where.isHere('d0000'))
    return steady(...items)
  }
  await a.requestRound()
  expect([...steps]).toEqual(['a takes d0000', 'a ends d0000', 'a gives d0000'])
  expect(seen).toEqual([false, false])
})

test('a device linked again is taken over, and dropped by its earlier node', async () => {
  const { join, owner, steps } = world(1)
  const [a, b] = [join('a'), join('b')]
  await a.part.start()
  await b.takeOver('d0000')
  expect([owner.get('d0000'), b.of('d0000')]).toEqual([{ node: 'b', lease: 2 }, 2])
  expect(steps.at(-1)).toBe('a drops')
  // What is here is as it was.
  await b.takeOver('d0000')
  expect(b.of('d0000')).toBe(2)
  await a.requestRound()
  expect([a.of('d0000'), steps.at(-1)]).toEqual([null, 'a ends d0000'])
})

test('a stopping node gives back its devices, except those that others have taken', async () => {
  const { join, owner, steps } = world(3)
  const a = join('a')
  await a.part.start()
  owner.set('d0001', { node: 'b', lease: 2 })
  await a.requestRound()
  expect(steps.filter((step) => step.includes('d0001'))).toEqual(['a takes d0001', 'a ends d0001'])
  expect(a.of('d0001')).toBeNull()
  await a.part.stop()
  expect([...owner.values()].map(({ node }) => node)).toEqual([null, 'b', null])
  await a.requestRound()
  expect(a.of('d0000')).toBeNull()
})

/** Fails once, as a statement does while PostgreSQL starts again. */
function once() {
  let failed = false
  return () => {
    if (failed) return
    failed = true
    throw new Error('The database was away.')
  }
}

test.each(['is begun for one', 'is told to one that took them'])(
  'when the database goes away before all that were taken %s, none of them is left behind',
  async (what) => {
    const { join, repository, counts, steps } = world(3)
    const fail = once()
    const clock = createFakeClock()
    const begun = new Set<string>()
    const leases: LeasesRepository = {
      ...repository('a'),
      async take(...asked) {
        const taken = await repository('a').take(...asked)
        if (what.startsWith('is told')) fail()
        return taken
      },
    }
    const a = join('a', () => {}, {
      leases,
      clock,
      async onTaken({ id }) {
        if (what.startsWith('is begun') && begun.size === 1) fail()
        begun.add(id)
      },
    })
    await a.requestRound()
    expect(counts()).toEqual([3])
    await until('all are begun', () => {
      clock.advance(2000)
      return begun.size === 3
    })
    expect([...a.all()].toSorted()).toEqual([...begun].toSorted())
    expect(steps.filter((step) => step.startsWith('Error'))).toHaveLength(1)
  },
)

test('a device that could not be stopped is stopped and given back later', async () => {
  const { join, counts, away, steps } = world(12)
  const clock = createFakeClock()
  const a = join('a', once(), { clock })
  await a.part.start()
  away.add('a')
  await a.requestRound()
  await until('all are given', () => {
    clock.advance(2000)
    return counts()[0] === 0
  })
  expect([...a.all()]).toEqual([])
  expect(steps.filter((step) => step.startsWith('Error'))).toHaveLength(1)
})

test('a device taken by another node is stopped as soon as possible', async () => {
  const { join, owner, steps } = world(2)
  const clock = createFakeClock()
  const a = join('a', once(), { clock })
  await a.part.start()
  for (const id of ['d0000', 'd0001']) owner.set(id, { node: 'b', lease: 2 })
  await a.requestRound()
  await until('both are ended', () => {
    clock.advance(2000)
    return ['d0000', 'd0001'].every(
      (id) => steps.filter((step) => step === `a ends ${id}`).length >= (id === 'd0000' ? 2 : 1),
    )
  })
  expect([...a.all()]).toEqual([])
  expect([...owner.values()].map(({ node }) => node)).toEqual(['b', 'b'])
})

test('a device that arrives during the check for lost leases stays', async () => {
  const { join, repository, owner, steps } = world(1)
  owner.clear()
  let onLooked = () => {}
  const leases: LeasesRepository = {
    ...repository('a'),
    async stillMine(known) {
      const mine = await repository('a').stillMine(known)
      onLooked()
      return mine
    },
  }
  const a = join('a', () => {}, { leases })
  await a.part.start()
  onLooked = () => {
    owner.set('linked', { node: 'a', lease: 1 })
    a.keep('linked', 1)
  }
  await a.requestRound()
  expect([a.of('linked'), steps]).toEqual([1, []])
})

test('a requested device whose work cannot begin is retried later', async () => {
  const { join } = world(1)
  const clock = createFakeClock()
  const begun: string[] = []
  const fail = once()
  const a = join('a', () => {}, {
    clock,
    async onTaken({ id }) {
      fail()
      begun.push(id)
    },
  })
  await expect(a.where.nodeOf('d0000')).rejects.toThrow('away')
  await until('it is begun', () => {
    clock.advance(2000)
    return begun.length === 1
  })
  expect(a.where.isHere('d0000')).toBe(true)
})

test('a device is not given away while it is being linked', async () => {
  const { join, owner, steps } = world(1)
  const a = join('a')
  owner.clear()
  await a.part.start()
  owner.set('linked', { node: 'a', lease: 1 })
  await a.requestRound()
  a.keep('linked', 1)
  await a.requestRound()
  expect(steps).toEqual([])
  expect(a.of('linked')).toBe(1)
})

test('after nodes join, leave and drain at random, each device is on a serving node', async () => {
  const change = fc.tuple(fc.constantFrom('drain', 'serve'), fc.nat(3))
  await fc.assert(
    fc.asyncProperty(fc.nat(60), fc.array(change, { maxLength: 8 }), async (total, changes) => {
      const { join, counts, away } = world(total)
      const nodes = ['a', 'b', 'c', 'd'].map((name) => ({ name, leases: join(name) }))
      for (const [what, at] of changes) {
        const name = nodes[at]?.name ?? 'a'
        if (what === 'drain') away.add(name)
        else away.delete(name)
        for (const { leases } of nodes) await leases.requestRound()
      }
      away.delete('a')
      for (let round = 0; round < 20; round++)
        for (const { leases } of nodes) await leases.requestRound()
      const taking = counts().filter((_, at) => !away.has(nodes[at]?.name ?? ''))
      expect(taking.reduce((sum, n) => sum + n, 0)).toBe(total)
      expect(Math.max(...taking) - Math.min(...taking)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 30 },
  )
})
