import { expect, test } from 'vitest'
import {
  explainWeather,
  judgeWeather,
  type QuestionCase,
  type WeatherCase,
  type WeatherVerdict,
} from './weather-judge.ts'

const read: WeatherCase = {
  key: 'k',
  who: 'somebody',
  arrived: ['read'],
  ledger: { state: 'read', sentence: 'read' },
  isOnNetwork: true,
  hadSlowMedia: false,
  wasUnlinked: false,
  wereCopiesRequested: false,
  wasHeld: false,
}
const sent: WeatherCase['ledger'] = { state: 'sent', sentence: 'sent' }
const nothing: WeatherCase = { ...read, arrived: [] }
const failed = (sentence: string, more: Partial<WeatherCase> = {}): WeatherCase => ({
  ...nothing,
  ledger: { state: 'failed', sentence },
  ...more,
})
const answered: QuestionCase = {
  who: 'asker',
  answers: 1,
  silence: null,
  couldAnswer: true,
  hadSlowMedia: false,
  wasUnlinked: false,
}

const FAULTS = {
  lost: 0,
  repeated: 0,
  wrong: 0,
  unansweredWithoutCause: 0,
  answeredTwice: 0,
}

function faultsOf(verdict: WeatherVerdict) {
  const { lost, repeated, wrong, unansweredWithoutCause, answeredTwice } = verdict
  return { lost, repeated, wrong, unansweredWithoutCause, answeredTwice }
}

test('accounts for people who got it once, were held or are not on the network', () => {
  const cases = [
    read,
    { ...read, wasHeld: true },
    failed('not_on_whatsapp', { isOnNetwork: false }),
    failed('refused_media_upload_failed', { hadSlowMedia: true }),
    { ...read, ledger: sent, wasUnlinked: true },
    { ...nothing, ledger: sent, wasUnlinked: true, wereCopiesRequested: true },
  ]
  const questions = [
    answered,
    { ...answered, answers: 0, silence: 'too_old', couldAnswer: false },
    { ...answered, answers: 0, wasUnlinked: true },
    { ...answered, answers: 0, silence: 'refused_media_upload_failed', hadSlowMedia: true },
  ]
  expect(judgeWeather(cases, questions)).toEqual({
    ...FAULTS,
    people: 6,
    deliveredOnce: 3,
    heldAndReleased: 1,
    unreachable: 1,
    withoutMedia: 1,
    withoutCopy: 1,
    questions: 4,
    answeredOnce: 1,
    unansweredForWeather: 2,
    onPhoneAlone: 1,
  })
  expect(explainWeather(cases, questions)).toEqual([])
})

test.each<[string, WeatherCase, Partial<WeatherVerdict>]>([
  ['is lost, although the ledger says read', nothing, { lost: 1, wrong: 1 }],
  [
    'is sent what nobody got, although no link was gone',
    { ...nothing, ledger: sent, wereCopiesRequested: true },
    { lost: 1, wrong: 1 },
  ],
  [
    'is still held',
    { ...nothing, ledger: { state: 'held', sentence: 'new_chats_limited' }, wasHeld: true },
    { lost: 1, wrong: 1 },
  ],
  ['is in no ledger', { ...read, ledger: null }, { wrong: 1 }],
  ['heard twice', { ...read, arrived: ['read', 'read'] }, { repeated: 1 }],
  [
    'read it, while the ledger says sent',
    { ...read, ledger: { state: 'sent', sentence: 'sent' } },
    { wrong: 1 },
  ],
  [
    'got it, and has failed',
    { ...read, ledger: { state: 'failed', sentence: 'no_answer' } },
    { wrong: 1 },
  ],
  ['has failed for a limit', failed('refused 463'), { lost: 1, wrong: 1 }],
  ['has failed as not on WhatsApp, and is', failed('not_on_whatsapp'), { lost: 1, wrong: 1 }],
  [
    'has failed for media that were fine',
    failed('refused_media_upload_failed'),
    { lost: 1, wrong: 1 },
  ],
])('somebody who %s', (_what, one, wrong) => {
  expect(faultsOf(judgeWeather([one], []))).toEqual({ ...FAULTS, ...wrong })
  expect(explainWeather([one], [])).toHaveLength(1)
})

test.each<[string, QuestionCase, Partial<WeatherVerdict>]>([
  ['has two answers', { ...answered, answers: 2 }, { answeredTwice: 1 }],
  ['has none', { ...answered, answers: 0 }, { unansweredWithoutCause: 1 }],
  [
    'came too late, it is said, to a number that could work',
    { ...answered, answers: 0, silence: 'too_old' },
    { unansweredWithoutCause: 1 },
  ],
  [
    'failed for media that were fine',
    { ...answered, answers: 0, silence: 'refused_media_upload_failed' },
    { unansweredWithoutCause: 1 },
  ],
  [
    'failed in weather',
    { ...answered, answers: 0, silence: 'failed', couldAnswer: false },
    { unansweredWithoutCause: 1 },
  ],
])('a question that %s', (_what, one, wrong) => {
  expect(faultsOf(judgeWeather([], [one]))).toEqual({ ...FAULTS, ...wrong })
  expect(explainWeather([], [one])).toHaveLength(1)
})
