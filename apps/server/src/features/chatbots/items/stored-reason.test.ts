import { type Reason, type ReasonCode, reasonTexts } from '@kirim/contract/reason-texts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseReason, serializeReason } from './api-failures.ts'

const reasons = fc.record<Reason>({
  code: fc.constantFrom(...(Object.keys(reasonTexts) as ReasonCode[])),
  params: fc.dictionary(fc.constantFrom('status', 'path'), fc.oneof(fc.string(), fc.integer())),
})

test('a stored reason is read unchanged', () => {
  fc.assert(
    fc.property(reasons, (reason) => {
      expect(parseReason(serializeReason(reason)).said).toEqual(reason)
    }),
  )
})

test('its text contains its values', () => {
  const stored = serializeReason({ code: 'api_status', params: { status: 404 } })
  expect(parseReason(stored).reason).toBe('The server answered with status 404.')
})

test.each([
  'The server answered with status 500.',
  '{"code":"of_a_newer_version","params":{}}',
  '{"code":"api_status"}',
  'null',
  '{',
])('shows an unknown stored reason unchanged: %s', (kept) => {
  expect(parseReason(kept)).toEqual({ reason: kept })
})
