import { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import type { TemplateContext } from '@kirim/message-template/context'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasValidBody, renderRequest } from './render-request.ts'

const config = (changes: Partial<ApiRestConfig>): ApiRestConfig =>
  ApiRestConfig.parse({
    method: 'POST',
    url: 'https://shop.test/',
    headers: [],
    body: '',
    fields: [],
    fallbackText: '',
    ...changes,
  })
const context = (name: string): TemplateContext => ({
  now: Date.UTC(2026, 0, 15, 4),
  timeZone: 'Asia/Kuala_Lumpur',
  name,
})
const first = () => 0
const render = (changes: Partial<ApiRestConfig>, name = 'Siti') =>
  renderRequest(config(changes), context(name), first)

describe('the address', () => {
  test.each([
    ['https://x.test/?q=[name]&r=1', 'Ali & Co', 'https://x.test/?q=Ali%20%26%20Co&r=1'],
    ['https://x.test/[name]/x', '../admin?', 'https://x.test/..%2Fadmin%3F/x'],
    ['https://x.test/[name]/x', '..', 'https://x.test//x'],
    ['https://x.test/[name]', 'Ā\ud800', 'https://x.test/%C4%80%EF%BF%BD'],
    ['https://x.test/?q={a b|c}', '', 'https://x.test/?q=a%20b'],
    ['https://x.test/?q=[unknown]', '', 'https://x.test/?q=[unknown]'],
    ['https://x.test/?t=[now_formatted|HH:mm]', '', 'https://x.test/?t=12%3A00'],
    ['https://x.test/a%20b?{x}', '', 'https://x.test/a%20b?{x}'],
  ])('%s for %j', (url, name, expected) => {
    expect(render({ url }, name)?.url).toBe(expected)
  })

  test("keeps its server whatever the contact's name is", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const url = render({ url: 'https://x.test/a/[name]/b?q=[name]#f' }, name)?.url ?? ''
        const parsed = new URL(url)
        expect(parsed.origin).toBe('https://x.test')
        expect(parsed.pathname).toMatch(/^\/a\/[^/]*\/b$/)
        expect([...parsed.searchParams.keys()]).toEqual(['q'])
      }),
    )
  })
})

describe('headers', () => {
  test('a name with line breaks stays on one line', () => {
    const headers = [{ name: 'X-Name', value: 'n=[name]' }]
    expect(render({ headers }, 'a\r\nX-Admin: 1\u0000')?.headers).toEqual([
      { name: 'X-Name', value: 'n=a X-Admin: 1' },
    ])
  })
})

describe('the body', () => {
  test.each([
    ['{"n":"[name]"}', '{"n":"Siti"}'],
    ['{"n":{"m":["{a|b} [name]", 1, null]}}', '{"n":{"m":["a Siti",1,null]}}'],
    ['{"id":12345678901234567890,"f":1.0}', '{"id":12345678901234567890,"f":1.0}'],
    ['{"a":1|2}', null],
    ['{"a":[name]}', null],
    ['"[name]"', '"Siti"'],
  ])('%s becomes %s', (body, expected) => {
    expect(render({ body })?.body ?? null).toBe(expected)
    expect(hasValidBody(config({ body }))).toBe(expected !== null)
  })

  test('is null for GET and when it is blank', () => {
    expect(render({ body: '{"a":1}', method: 'GET' })?.body).toBeNull()
    expect(render({ body: ' \n' })?.body).toBeNull()
  })

  test('no name escapes its quotation marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const body = render({ body: '{"a":"<[name]>","b":true}' }, name)?.body ?? ''
        expect(JSON.parse(body)).toEqual({ a: `<${name}>`, b: true })
      }),
    )
  })

  test('a body that is nested too deep is refused without throwing', () => {
    expect(() => render({ body: '['.repeat(5000) + ']'.repeat(5000) })).not.toThrow()
  })
})
