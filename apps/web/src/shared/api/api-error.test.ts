import { afterEach, describe, expect, it } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { ApiError, isUnanswered, messageOf, refusalOf, serverMessageOf } from './api-error.ts'

afterEach(() => i18n.changeLanguage('en'))

const UNKNOWN = { code: 'unexpected_answer', serverMessage: null, params: {}, issues: [] }

describe('parsing a refusal', () => {
  it.each<[string, unknown, Partial<ApiError>]>([
    [
      'all of it',
      { message: 'No.', code: 'no', params: { n: 1 } },
      { serverMessage: 'No.', code: 'no', params: { n: 1 } },
    ],
    ['a message alone', { message: 'No.' }, { ...UNKNOWN, serverMessage: 'No.' }],
    ['an empty message', { message: '' }, UNKNOWN],
    ['no text for a message', { message: 4, code: 'no' }, { serverMessage: null, code: 'no' }],
    [
      'no text for a code',
      { message: 'No.', code: 4 },
      { serverMessage: 'No.', code: UNKNOWN.code },
    ],
    ['values that are none', { message: 'No.', params: 'n' }, { serverMessage: 'No.', params: {} }],
    [
      'issues that are none',
      { message: 'No.', issues: [{ path: 1 }] },
      { serverMessage: 'No.', issues: [] },
    ],
    ['the field of another API', { error: 'bad' }, { ...UNKNOWN, errorField: 'bad' }],
    ['nothing', {}, { ...UNKNOWN, errorField: null }],
    ['null', null, UNKNOWN],
    ['a list', [1], UNKNOWN],
    ['a number', 7, UNKNOWN],
  ])('%s', (_what, body, parts) => {
    expect(refusalOf(400, JSON.stringify(body))).toMatchObject({ status: 400, ...parts })
  })

  it.each(['', '<h1>Bad gateway</h1>', '{"message":"No.'])('of %j is nothing', (text) => {
    expect(refusalOf(502, text)).toMatchObject({ status: 502, ...UNKNOWN })
  })
})

describe('the shown message', () => {
  const parsed = refusalOf(
    409,
    JSON.stringify({ message: 'Another contact has this number.', code: 'contact_number_taken' }),
  )

  it.each([
    ['a refusal', parsed, 'Another contact has this number.'],
    ['one without a message', new ApiError('no', 500), 'Fallback.'],
    ['no answer', new ApiError('network', 0), 'Fallback.'],
    ['an error of this page', new TypeError('x is undefined'), 'Fallback.'],
    ['something thrown that is no error', 'text', 'Fallback.'],
    ['nothing', undefined, 'Fallback.'],
  ])('for %s', (_what, error, shown) => {
    expect(messageOf(error, 'Fallback.')).toBe(shown)
  })

  it('is translated when its code is known, else shown as received', async () => {
    await i18n.changeLanguage('ms')
    expect(serverMessageOf(parsed)).toBe(i18n.t('Another contact has this number.'))
    expect(serverMessageOf(parsed)).not.toBe('Another contact has this number.')
    const newer = refusalOf(409, JSON.stringify({ message: 'A newer rule.', code: 'newer_rule' }))
    expect(serverMessageOf(newer)).toBe('A newer rule.')
  })
})

it.each([
  [new ApiError('network', 0), true],
  [new ApiError('unexpected_answer', 502), false],
  [new Error('network'), false],
])('%s leaves it open whether anything was done: %s', (error, unanswered) => {
  expect(isUnanswered(error)).toBe(unanswered)
})
