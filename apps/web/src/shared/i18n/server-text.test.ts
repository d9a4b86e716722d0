import { type ErrorCode, type ErrorParams, errorText } from '@kirim/contract/errors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { i18n } from './i18n.ts'
import { refusalText, serverSentence } from './server-text.ts'

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

  it('about a form is translated by the sentence', () => {
    const detail = 'Name is required. body: Invalid input. Phone number is required.'
    expect(refusalText(refusal('validation_failed', { detail }))).toBe(
      'Nama diperlukan. body: Invalid input. Nombor telefon diperlukan.',
    )
  })

  it.each([
    ['Please sign in.', 'Sila log masuk.'],
    [
      errorText('device_limit_reached', { plan: 'Basic', n: 1 }),
      'Tidak boleh menyambung lebih banyak peranti. Had pelan anda (Basic: 1 peranti) telah dicapai.',
    ],
    ['websocket error', 'websocket error'],
  ])('without its code is known by its words: %s', (message, shown) => {
    expect(serverSentence(message)).toBe(shown)
  })
})
