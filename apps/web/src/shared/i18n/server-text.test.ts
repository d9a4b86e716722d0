import { type ErrorCode, errorText } from '@kirim/contract/errors'
import { issueTexts } from '@kirim/contract/issue-texts'
import { type LintCode, lintTexts } from '@kirim/contract/lint-texts'
import { reasonParams, reasonTexts } from '@kirim/contract/reason-texts'
import { type ErrorParams, fillText, type Issue } from '@kirim/contract/refusals'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { i18n } from './i18n.ts'
import ms from './ms.json' with { type: 'json' }
import { findingText, problemText, reasonText, refusalText } from './server-text.ts'

function refusal(code: ErrorCode, params: ErrorParams = {}) {
  return { code, params, message: errorText(code, params) }
}

afterEach(() => i18n.changeLanguage('en'))

it("in English the server's message is shown", () => {
  const message = 'Another wording.'
  expect(refusalText({ code: 'wrong_credentials', params: {}, message })).toBe(message)
  expect(reasonText({ code: 'api_timeout', params: {}, message })).toBe(message)
  expect(problemText({ code: 'missing', params: {}, message })).toBe(message)
})

describe('in Malay a refusal', () => {
  beforeEach(() => i18n.changeLanguage('ms'))

  it('is translated by its code', () => {
    expect(refusalText(refusal('wrong_credentials'))).toBe('E-mel atau kata laluan salah.')
  })

  it('inserts its values unchanged', () => {
    const reason = 'no {seconds} $t(Name)'
    expect(refusalText(refusal('link_failed', { reason }))).toBe(
      `Nombor tidak dapat dipautkan: ${reason}. Sila cuba lagi.`,
    )
  })

  it.each([
    ['with a code that is unknown here', 'new_code', {}],
    ['named as what every object has', 'constructor', {}],
    ['without a value of its sentence', 'too_many_sign_ins', { minutes: 3 }],
    ['with a value that would be an option', 'link_failed', { lng: 'en' }],
  ])('%s stays as it came', (_name, code, params) => {
    expect(refusalText({ code, params, message: 'As it came.' })).toBe('As it came.')
  })

  it('says its reason in Malay, too, when the reason is one of ours', () => {
    expect(
      refusalText(refusal('ai_key_refused', reasonParams({ code: 'ai_timeout', params: {} }))),
    ).toBe('Penyedia tidak menerima kunci API ini: ia tidak menjawab pada masanya.')
  })

  it('never translates names given by users', () => {
    const name = 'Please sign in.'
    expect(refusalText(refusal('chatbot_next_action_cycle', { names: name }))).toContain(name)
  })

  it('fills the values of its reason in', () => {
    const params = reasonParams({ code: 'ai_status', params: { status: 429 } })
    expect(refusalText(refusal('ai_provider_unreachable', params))).toBe(
      'Penyedia tidak dapat dihubungi: ia menjawab dengan status 429.',
    )
  })

  it.each([
    ['somebody else’s words', { reason: 'Your quota ends. Bye.' }],
    ['a reason of a newer server', { reason: 'it is too warm.', reasonCode: 'ai_too_warm' }],
    ['one without its value', { reason: 'it said 3.', reasonCode: 'ai_status' }],
  ])('leaves %s as they came', (_what, params) => {
    expect(refusalText(refusal('ai_key_refused', params))).toBe(
      `Penyedia tidak menerima kunci API ini: ${params.reason}`,
    )
  })

  const formRefusal = (...issues: Issue[]) => ({
    ...refusal('validation_failed', { detail: 'As it came.' }),
    issues,
  })
  const at = (...path: Issue['path']) => ({ path, params: {} })

  it.each<[string, Issue]>([
    [
      'description: Gunakan paling banyak 2000 aksara.',
      { path: ['description'], code: 'text_too_long', params: { max: 2000 } },
    ],
    [
      'Gunakan sekurang-kurangnya 3 entri.',
      { path: [], code: 'list_too_short', params: { min: 3 } },
    ],
    ['fields.0.path: Medan ini diperlukan.', { ...at('fields', 0, 'path'), code: 'missing' }],
    ['Nama diperlukan.', { ...at('name'), code: 'name_required' }],
    ['Kumpulan dengan nama ini sudah wujud.', { ...at('groupName'), code: 'group_name_taken' }],
    ['As it came.', { ...at('name'), code: 'of_a_newer_server' }],
    ['As it came.', { ...at('name'), code: 'constructor' }],
    ['As it came.', { ...at('name'), code: 'name_too_long' }],
  ])('about a field of a form is made of its issue: %s', (malay, issue) => {
    expect(refusalText(formRefusal(issue))).toBe(malay)
  })

  it('about a form says each issue once', () => {
    const issues = [
      { ...at('name'), code: 'name_required' },
      { ...at('a'), code: 'missing' },
      { ...at('b'), code: 'name_required' },
    ]
    expect(refusalText(formRefusal(...issues))).toBe('Nama diperlukan. a: Medan ini diperlukan.')
    expect(refusalText(formRefusal())).toBe('As it came.')
  })
})

describe('what is wrong with a field', () => {
  const codes = Object.keys(issueTexts) as (keyof typeof issueTexts)[]

  it('has its Malay, with its values', async () => {
    await i18n.changeLanguage('ms')
    const params = { min: 3, max: 12_345 }
    for (const code of codes) {
      const english = fillText(issueTexts[code], params)
      const malay = problemText({ code, params, message: english })
      expect(malay, code).not.toBe(english)
      expect(malay, code).toBe(fillText(ms[issueTexts[code]], params))
    }
  })

  it('is a text of the form where its code is none of the contract', async () => {
    await i18n.changeLanguage('ms')
    const text = 'Configure the API, or choose Disabled.'
    expect(problemText({ code: text, params: {}, message: text })).toBe(ms[text])
    expect(problemText({ code: 'newer', params: {}, message: 'As it came.' })).toBe('As it came.')
  })
})

it('every reason has its Malay, with its values', async () => {
  await i18n.changeLanguage('ms')
  const params = { status: 404, path: 'a..b', code: 503 }
  for (const code of Object.keys(reasonTexts) as (keyof typeof reasonTexts)[]) {
    const message = fillText(reasonTexts[code], params)
    const malay = reasonText({ code, params, message })
    expect(malay, code).not.toBe(message)
    expect(malay, code).toBe(fillText(ms[reasonTexts[code]], params))
  }
})

describe('a finding about chatbot items', () => {
  const codes = Object.keys(lintTexts) as LintCode[]
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })

  it('in Malay is its Malay sentence with the values as they are, whatever they are', async () => {
    await i18n.changeLanguage('ms')
    fc.assert(
      fc.property(fc.constantFrom(...codes), word, (code, value) => {
        const template = lintTexts[code]
        const names = Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
        const params = Object.fromEntries(names.map((name) => [name, value]))
        const message = fillText(template, params)
        const malay = ms[template]
        expect(malay).not.toBe(template)
        expect(findingText({ code, params, message })).toBe(fillText(malay, params))
      }),
    )
  })

  it('in English is the sentence of the server', () => {
    expect(findingText({ code: 'number_off', params: {}, message: 'As it came.' })).toBe(
      'As it came.',
    )
  })

  it('of a newer server stays as it came', async () => {
    await i18n.changeLanguage('ms')
    const message = 'As it came.'
    expect(findingText({ code: 'newer', params: {}, message })).toBe(message)
    expect(findingText({ code: 'empty_keyword', params: {}, message })).toBe(message)
  })
})
