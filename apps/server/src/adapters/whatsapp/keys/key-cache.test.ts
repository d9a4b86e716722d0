import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CredentialPiece } from '../../../features/devices/devices.ports.ts'
import { createKeyCache } from './key-cache.ts'

/** A store that counts its reads. */
function setUp(maxCharacters?: number) {
  const stored = new Map<string, string>()
  const asked: string[] = []
  let failing: Error | null = null
  const cache = createKeyCache(
    {
      async read(_, kind, names) {
        asked.push(...names)
        const found = names.flatMap((name): [string, string][] => {
          const text = stored.get(`${kind}/${name}`)
          return text === undefined ? [] : [[name, text]]
        })
        return new Map(found)
      },
      async write(_, pieces: readonly CredentialPiece[]) {
        if (failing) throw failing
        for (const { kind, name, value } of pieces) {
          if (value === null) stored.delete(`${kind}/${name}`)
          else stored.set(`${kind}/${name}`, value)
        }
      },
    },
    maxCharacters,
  )
  return {
    cache,
    stored,
    asked,
    fail: (fault: Error | null = new Error('disk full')) => (failing = fault),
  }
}

test('what was read or written once is not asked for again, nor what is not there', async () => {
  const { cache, stored, asked } = setUp()
  stored.set('session/a', 'one')
  const keys = cache.open('device')
  await keys.write([{ kind: 'session', name: 'b', value: 'two' }])
  const expected = new Map([
    ['a', 'one'],
    ['b', 'two'],
  ])
  expect(await keys.read('session', ['a', 'b', 'c'])).toEqual(expected)
  expect(await keys.read('session', ['a', 'b', 'c'])).toEqual(expected)
  expect(asked).toEqual(['a', 'c'])
})

test('what is being stored is answered, and not asked for', async () => {
  const { cache, asked } = setUp()
  const keys = cache.open('device')
  await keys.write([{ kind: 'session', name: 'a', value: 'old' }])
  const writing = keys.write([{ kind: 'session', name: 'a', value: 'new' }])
  expect((await keys.read('session', ['a'])).get('a')).toBe('new')
  const next = keys.write([{ kind: 'session', name: 'a', value: 'newer' }])
  await writing
  expect((await keys.read('session', ['a'])).get('a')).toBe('newer')
  await next
  expect((await keys.read('session', ['a'])).get('a')).toBe('newer')
  expect(asked).toEqual([])
})

test('however little is kept, what is being stored is not read from the store', async () => {
  const { cache, stored, asked } = setUp(1)
  stored.set('session/a', 'old')
  const keys = cache.open('device')
  const writing = keys.write([{ kind: 'session', name: 'a', value: 'new' }])
  expect((await keys.read('session', ['a'])).get('a')).toBe('new')
  await writing
  expect(asked).toEqual([])
})

test('what a key says is kept as it was written, and parsed once where it was read', async () => {
  const { cache, stored, asked } = setUp()
  stored.set('session/a', '{"one":1}')
  const keys = cache.open('device')
  const parsed = { two: 2 }
  await keys.write([{ kind: 'session', name: 'b', value: '{"two":2}', parsed }])
  const found = await keys.readParsed('session', ['a', 'b', 'c'])
  expect(Object.fromEntries(found)).toEqual({ a: { one: 1 }, b: { two: 2 } })
  expect(found.get('b')).toBe(parsed)
  expect((await keys.readParsed('session', ['a'])).get('a')).toBe(found.get('a'))
  await keys.write([{ kind: 'session', name: 'b', value: null }])
  expect(await keys.readParsed('session', ['b', 'c'])).toEqual(new Map())
  expect(asked).toEqual(['a', 'c'])
})

test('keys that are used once are not kept', async () => {
  const { cache, stored, asked } = setUp()
  const keys = cache.open('device')
  await keys.write([{ kind: 'pre-key', name: '1', value: 'key' }])
  expect(await keys.read('pre-key', ['1'])).toEqual(new Map([['1', 'key']]))
  expect(await keys.read('pre-key', ['1'])).toEqual(new Map([['1', 'key']]))
  expect(asked).toEqual(['1', '1'])
  await keys.write([{ kind: 'pre-key', name: '1', value: null }])
  expect(stored.has('pre-key/1')).toBe(false)
})

test('a write that failed is not believed', async () => {
  const { cache, stored, fail } = setUp()
  stored.set('session/a', 'old')
  const keys = cache.open('device')
  await keys.read('session', ['a'])
  fail()
  await expect(keys.write([{ kind: 'session', name: 'a', value: 'new' }])).rejects.toThrow(
    'disk full',
  )
  expect((await keys.read('session', ['a'])).get('a')).toBe('old')
})

test('once a write has failed its connection stores nothing more, whatever went on from it', async () => {
  const { cache, stored, fail } = setUp()
  const keys = cache.open('device')
  fail()
  await expect(keys.write([{ kind: 'session', name: 'a', value: 'one' }])).rejects.toThrow('disk')
  fail(null)
  const next = keys.write([{ kind: 'session', name: 'a', value: 'two' }])
  await expect(next).rejects.toThrow('Keys could not be stored before.')
  expect(stored.size).toBe(0)
  await cache.open('device').write([{ kind: 'session', name: 'a', value: 'three' }])
  expect(stored.get('session/a')).toBe('three')
})

test('what can never be stored keeps nothing else from being stored', async () => {
  const { cache, stored, fail } = setUp()
  const keys = cache.open('device')
  fail(Object.assign(new Error('not in UTF-8'), { code: '22021' }))
  await expect(keys.write([{ kind: 'session', name: 'a', value: 'one' }])).rejects.toThrow('UTF')
  fail(null)
  await keys.write([{ kind: 'session', name: 'b', value: 'two' }])
  expect([...stored]).toEqual([['session/b', 'two']])
})

test('once the next connection is there, one before stores none of the keys that go on', async () => {
  const { cache, stored } = setUp()
  const [before, ofOther] = [cache.open('device'), cache.open('other device')]
  const next = cache.open('device')
  const late = before.write([{ kind: 'session', name: 'a', value: 'late' }])
  await expect(late).rejects.toThrow('The next connection')
  await before.write([{ kind: 'lid-mapping', name: 'a', value: 'b' }])
  await ofOther.write([{ kind: 'session', name: 'b', value: 'one' }])
  await next.write([{ kind: 'session', name: 'a', value: 'two' }])
  expect([...stored.values()]).toEqual(['b', 'one', 'two'])
})

test('a read that a write overtakes leaves nothing old behind', async () => {
  const { cache, stored } = setUp()
  stored.set('session/a', 'old')
  const keys = cache.open('device')
  const [read] = await Promise.all([
    keys.read('session', ['a']),
    keys.write([{ kind: 'session', name: 'a', value: 'new' }]),
  ])
  expect(read.get('a')).toBe('old')
  expect((await keys.read('session', ['a'])).get('a')).toBe('new')
})

test('the next connection starts from the store', async () => {
  const { cache, stored } = setUp()
  const first = cache.open('device')
  await first.write([{ kind: 'session', name: 'a', value: 'old link' }])
  stored.set('session/a', 'new link')
  expect((await cache.open('device').read('session', ['a'])).get('a')).toBe('new link')
})

test('whatever is written in turn, and however small it is, it answers as the store does', async () => {
  const step = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    value: fc.option(fc.string({ maxLength: 300 })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step), async (steps) => {
      const { cache, stored } = setUp(700)
      const keys = cache.open('device')
      for (const { name, value } of steps) {
        await keys.write([{ kind: 'session', name, value }])
        for (const one of ['a', 'b', 'c']) {
          const found = await keys.read('session', [one])
          expect(found.get(one)).toBe(stored.get(`session/${one}`))
        }
      }
    }),
  )
})
