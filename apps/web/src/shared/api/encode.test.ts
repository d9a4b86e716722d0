import type { CallSpec } from '@kirim/contract/call'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyOf, urlOf } from './encode.ts'

const get: CallSpec = {
  method: 'GET',
  path: '/a/:id/b/:other',
  access: 'user',
  summary: '',
  status: 200,
}
const list: CallSpec = { ...get, path: '/list' }
const upload: CallSpec = {
  ...list,
  method: 'POST',
  file: { field: 'picture', required: false },
}

describe('an address', () => {
  it.each([
    ['its parameters', get, { params: { id: 1, other: 'x' } }, '/api/a/1/b/x'],
    ['a parameter in two segments', get, { params: { id: 'a/b', other: 'x' } }, '/api/a/a%2Fb/b/x'],
    ['signs of an address', get, { params: { id: '?q#f', other: ' ' } }, '/api/a/%3Fq%23f/b/%20'],
    ['a parameter that is not given', get, { params: { id: 1 } }, '/api/a/1/b/:other'],
    ['no query', list, { query: {} }, '/api/list'],
    ['a query', list, { query: { q: 'a b', limit: 5 } }, '/api/list?q=a+b&limit=5'],
    ['what is nothing, left out', list, { query: { a: undefined, b: null, c: '' } }, '/api/list'],
    ['what is something, kept', list, { query: { n: 0, no: false } }, '/api/list?n=0&no=false'],
    ['signs in a query', list, { query: { q: 'a&b=c' } }, '/api/list?q=a%26b%3Dc'],
  ] as const)('has %s', (_what, spec, input, url) => {
    expect(urlOf(spec, input)).toBe(url)
  })

  it('encodes any text', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(text, text, (id, q) => {
        const url = new URL(
          urlOf({ ...list, path: '/c/:id' }, { params: { id }, query: { q } }),
          'http://k',
        )
        // '.' and '..' are steps of a path, and no ids.
        fc.pre(!/^\.{1,2}$/.test(id))
        expect(decodeURIComponent(url.pathname.slice('/api/c/'.length))).toBe(id)
        expect(url.searchParams.get('q')).toBe(q)
      }),
    )
  })
})

describe('a body', () => {
  const sent = (body: unknown, file?: File | null) => {
    const form = bodyOf(upload, { body, file })
    return form instanceof FormData ? [...form] : form
  }

  it('is JSON for a call without a file', () => {
    expect(bodyOf(list, { body: { a: null, b: [1] } })).toBe('{"a":null,"b":[1]}')
    expect(bodyOf(list, {})).toBeUndefined()
  })

  it.each<[string, unknown, [string, string][]]>([
    ['nothing', undefined, []],
    [
      'texts and numbers',
      { a: 'x', n: 0, yes: true },
      [
        ['a', 'x'],
        ['n', '0'],
        ['yes', 'true'],
      ],
    ],
    ['null as an empty field', { at: null }, [['at', '']]],
    ['a moment', { at: new Date(0) }, [['at', '1970-01-01T00:00:00.000Z']]],
    ['what is left out', { a: undefined, b: 'x' }, [['b', 'x']]],
    [
      'a list, field by field',
      { ids: ['a', 'b'] },
      [
        ['ids[]', 'a'],
        ['ids[]', 'b'],
      ],
    ],
    ['an empty list under its name', { ids: [] }, [['ids', '[]']]],
    ['a list of things', { rows: [{ a: 1 }] }, [['rows[]', '{"a":1}']]],
    ['a thing', { rows: { a: 1 } }, [['rows', '{"a":1}']]],
  ])('that may carry a file has %s', (_what, body, fields) => {
    expect(sent(body)).toEqual(fields)
  })

  it('has its fields before its optional file', () => {
    const file = new File(['x'], 'a.png')
    expect(sent({ name: 'Ali' }, file)).toEqual([
      ['name', 'Ali'],
      ['picture', expect.any(File)],
    ])
    expect(sent({ name: 'Ali' }, null)).toEqual([['name', 'Ali']])
  })
})
