import { expect, test } from 'vitest'
import { answerFor, DEFAULT_SETTINGS } from './opt-out-settings.repository.ts'

test.each([
  ['STOP', '628123456789', DEFAULT_SETTINGS, /Reply START/],
  ['berhenti!', '60123456789', DEFAULT_SETTINGS, /Balas MULA /],
  ['berhenti!', '628123456789', DEFAULT_SETTINGS, /Balas MULAI /],
  ['Hentikan', null, DEFAULT_SETTINGS, /Balas MULAI /],
  ['BERHENTI', null, DEFAULT_SETTINGS, /Balas MULA /],
  ['BERHENTI', '60123456789', { answer: 'Baik.' }, /^Baik\.$/],
  ['BERHENTI', '60123456789', { answer: '' }, /^$/],
])(
  '%s from %s is answered in its language, unless the owner wrote the answer',
  (text, phoneNumber, settings, answer) => {
    expect(answerFor(settings, text, phoneNumber)).toMatch(answer)
  },
)
