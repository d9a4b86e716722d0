import { type ErrorCode, type ErrorParams, errorText, filledText } from '@kirim/contract/errors'
import { type LintCode, lintTexts } from '@kirim/contract/lint-texts'
import { aiReasons } from '@kirim/contract/reason-texts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { i18n } from './i18n.ts'
import ms from './ms.json' with { type: 'json' }
import { findingText, refusalText, serverSentence } from './server-text.ts'

function refusal(code: ErrorCode, params: ErrorParams = {}) {
  return { code, params, message: errorText(code, params) }
}

afterEach(() => i18n.changeLanguage('en'))

it('in English the server has the last word', () => {
  const message = 'Another wording.'
  expect(refusalText({ code: 'wrong_credentials', params: {}, message })).toBe(message)
  expect(serverSentence(message)).toBe(message)
})

describe('in Malay a refusal', () => {
  beforeEach(() => i18n.changeLanguage('ms'))

  it('is translated by its code', () => {
    expect(refusalText(refusal('wrong_credentials'))).toBe('E-mel atau kata laluan salah.')
  })

  it('takes its values over, as free as they are', () => {
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
    expect(refusalText(refusal('ai_key_refused', { reason: aiReasons.timeout }))).toBe(
      'Penyedia tidak menerima kunci API ini: ia tidak menjawab pada masanya.',
    )
  })

  it('never translates what somebody called a thing', () => {
    const name = 'Please sign in.'
    expect(refusalText(refusal('chatbot_next_action_cycle', { names: name }))).toContain(name)
  })

  it.each([
    [
      'description: Use at most 2000 characters.',
      'description: Gunakan paling banyak 2000 aksara.',
    ],
    ['Use at least 3 entries.', 'Gunakan sekurang-kurangnya 3 entri.'],
    ['fields.0.path: This is needed.', 'fields.0.path: Ini diperlukan.'],
    ['Use at most 3 words.', 'Use at most 3 words.'],
  ])('about a field of a form keeps its name and limit: %s', (detail, malay) => {
    expect(refusalText(refusal('validation_failed', { detail }))).toBe(malay)
  })

  it('about a form is translated by the sentence', () => {
    const detail = 'Name is required. body: In short. Phone number is required.'
    expect(refusalText(refusal('validation_failed', { detail }))).toBe(
      'Nama diperlukan. body: In short. Nombor telefon diperlukan.',
    )
  })

  it.each([
    ['Please sign in.', 'Sila log masuk.'],
    ['The server answered with status 404.', 'Pelayan menjawab dengan status 404.'],
    ['There is no server with this name.', 'Tiada pelayan dengan nama ini.'],
    ['The server answered with status quo.', 'The server answered with status quo.'],
    ['websocket error', 'websocket error'],
  ])('without its code is known by its words: %s', (message, shown) => {
    expect(serverSentence(message)).toBe(shown)
  })
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
        const message = filledText(template, params)
        const malay = ms[template]
        expect(malay).not.toBe(template)
        expect(findingText({ code, params, message })).toBe(filledText(malay, params))
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
