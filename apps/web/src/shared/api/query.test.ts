import { contactUse, listContacts } from '@kirim/contract/contacts'
import { listDevices } from '@kirim/contract/devices'
import { expect, it } from 'vitest'
import { ApiError, LateError } from './api-error.ts'
import { callQuery, createQueryClient, keyOf } from './query.ts'

const { queries, mutations } = createQueryClient().getDefaultOptions()

it.each<[string, Error, boolean]>([
  ['no answer came', new ApiError('network', 0), true],
  ['it was waited for long enough', new LateError(), false],
  ['the server stumbled', new ApiError('internal_error', 500), true],
  ['a proxy had no server behind it', new ApiError('unexpected_answer', 502), true],
  ['it is not there', new ApiError('not_found', 404), false],
  ['it is not allowed', new ApiError('forbidden', 403), false],
  ['it was asked too often', new ApiError('too_many_requests', 429), false],
  ['the page itself is wrong', new TypeError('x is undefined'), false],
])('what is read is asked again when %s: %3$s', (_why, error, again) => {
  const retry = queries?.retry
  if (typeof retry !== 'function') throw new Error('Nothing decides about another try.')
  expect([0, 1, 2].map((failures) => retry(failures, error))).toEqual([again, again, false])
})

it('mutations are never retried', () => {
  expect(mutations?.retry).toBe(false)
})

it('works without a network, because the server may run on this machine', () => {
  expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always'])
})

it('the cache key has method, path and input; without input it matches all', () => {
  const query = { limit: 5 }
  expect(keyOf(listContacts)).toEqual(['GET', '/contacts'])
  expect(keyOf(listContacts, { query })).toEqual(['GET', '/contacts', { query }])
  const params = { id: 'c1' }
  expect(callQuery(contactUse, { params }).queryKey).toEqual(['GET', contactUse.path, { params }])
  expect(callQuery(listDevices).queryKey).toEqual([...keyOf(listDevices), {}])
})
