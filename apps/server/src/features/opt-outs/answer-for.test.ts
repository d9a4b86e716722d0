import { expect, test } from 'vitest'
import { answerFor, DEFAULT_SETTINGS } from './opt-out-settings.repository.ts'

test.each([
  ['STOP', DEFAULT_SETTINGS, /Reply START/],
  ['berhenti!', DEFAULT_SETTINGS, /Balas MULA/],
  ['BERHENTI', { answer: 'Baik.' }, /^Baik\.$/],
  ['BERHENTI', { answer: '' }, /^$/],
])('%s is answered in its language, unless the owner wrote the answer', (said, settings, text) => {
  expect(answerFor(settings, said)).toMatch(text)
})
