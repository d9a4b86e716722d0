import { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import { reasonText } from '@kirim/contract/reason-texts'
import { sampleContext } from '@kirim/message-template/context'
import { expect, test } from 'vitest'
import {
  type WebAnswer,
  WebCallError,
  type WebCaller,
  type WebRequest,
} from '../../../platform/web-call.ts'
import { createFetchApiValues } from './fetch-api-values.ts'

const config = ApiRestConfig.parse({
  method: 'POST',
  url: 'https://shop.test/?who=[name]',
  headers: [{ name: 'X-Key', value: 'secret' }],
  body: '{"who":"[name]"}',
  fields: [
    { name: 'price', path: 'data.price' },
    { name: 'stock', path: 'data.stock' },
  ],
  fallbackText: 'Later.',
})
const context = sampleContext(Date.UTC(2026, 0, 15), 'UTC')

function fetchWith(answer: () => WebAnswer, changes: Partial<ApiRestConfig> = {}, key?: string) {
  const requests: WebRequest[] = []
  const caller: WebCaller = {
    async call(request) {
      requests.push(request)
      return answer()
    },
  }
  const result = createFetchApiValues(caller)({ ...config, ...changes }, context, () => 0, key)
  return { result, requests }
}

test('reads fields from the response; missing ones are empty', async () => {
  const { result, requests } = fetchWith(() => ({ status: 200, json: { data: { price: 4 } } }))
  expect(await result).toEqual({
    ok: true,
    status: 200,
    values: new Map([
      ['price', '4'],
      ['stock', ''],
    ]),
    missing: ['stock'],
  })
  expect(requests).toEqual([
    {
      method: 'POST',
      url: 'https://shop.test/?who=Nur%20Aisyah',
      headers: [{ name: 'X-Key', value: 'secret' }],
      body: '{"who":"Nur Aisyah"}',
    },
  ])
})

test('a call without fields needs no JSON', async () => {
  const { result } = fetchWith(() => ({ status: 204, json: undefined }), { fields: [] })
  expect(await result).toEqual({ ok: true, status: 204, values: new Map(), missing: [] })
})

test('a null in the response counts as present and is empty', async () => {
  const { result } = fetchWith(() => ({ status: 200, json: { data: { price: 4, stock: null } } }))
  expect(await result).toMatchObject({ ok: true, missing: [] })
})

const OWN = { name: 'idempotency-key', value: 'own' }
test.each<[string, Partial<ApiRestConfig>, object[]]>([
  ['a call that changes things', {}, [{ name: 'Idempotency-Key', value: 'k1' }, ...config.headers]],
  ['one that only asks has none', { method: 'GET' }, config.headers],
  ['the own one of its owner comes later', { headers: [OWN] }, [expect.anything(), OWN]],
])('the key of an attempt: %s', async (_what, changes, headers) => {
  const { result, requests } = fetchWith(() => ({ status: 200, json: {} }), changes, 'k1')
  await result
  expect(requests[0]?.headers).toEqual(headers)
})

const throws = (error: Error) => () => {
  throw error
}
test.each<[string, () => WebAnswer, Partial<ApiRestConfig>, number | null, RegExp]>([
  ['no JSON', () => ({ status: 200, json: undefined }), {}, 200, /not JSON/],
  ['404', () => ({ status: 404, json: {} }), {}, 404, /status 404/],
  ['a redirect without address', () => ({ status: 302, json: {} }), {}, 302, /status 302/],
  ['a timeout', throws(new WebCallError('timeout')), {}, null, /within 5 seconds/],
  ['a private address', throws(new WebCallError('address_refused')), {}, null, /private network/],
  ['a surprise', throws(new Error('secret')), {}, null, /could not be reached/],
  ['a bad body', () => ({ status: 200, json: {} }), { body: '{' }, null, /not valid JSON/],
  [
    'a bad path',
    () => ({ status: 200, json: {} }),
    { fields: [{ name: 'a', path: 'a..b' }] },
    200,
    /'a\.\.b' is not a valid path/,
  ],
])('%s is a failure with a sentence', async (_what, answer, changes, status, sentence) => {
  const { result } = fetchWith(answer, changes)
  const failed = await result
  expect(failed).toEqual({ ok: false, status, reason: expect.anything() })
  expect(failed.ok || reasonText(failed.reason)).toMatch(sentence)
  expect(JSON.stringify(failed)).not.toContain('secret')
})
