import { expect, test } from 'vitest'
import { type Case, explain, judge, type Verdict } from './judge.ts'

const read: Case = {
  who: 'somebody',
  arrived: ['read'],
  ledger: { state: 'read', sentence: 'read', hasAnswered: false },
  isOnNetwork: true,
  hasAnswered: false,
  hasOptedOut: false,
  wasWrittenToAfter: false,
}
const nothing: Case = { ...read, arrived: [] }
const leftAlone: Case = {
  ...nothing,
  hasOptedOut: true,
  ledger: { state: 'skipped', sentence: 'opted_out_at', hasAnswered: false },
}
const absent: Case = {
  ...nothing,
  isOnNetwork: false,
  ledger: { state: 'failed', sentence: 'not_on_whatsapp', hasAnswered: false },
}

const FAULTS = { lost: 0, repeated: 0, afterOptOut: 0, untrue: 0 }

test('accounts for people who got it once, opted out or are not on the network', () => {
  const unsettled = {
    state: 'failed',
    sentence: 'opted_out_unsettled',
    hasAnswered: false,
  } as const
  const cases = [read, leftAlone, { ...leftAlone, ledger: unsettled }, absent]
  expect(judge(cases)).toEqual({
    ...FAULTS,
    people: 4,
    deliveredOnce: 1,
    leftAlone: 2,
    unreachable: 1,
  })
  expect(explain(cases)).toEqual([])
})

test.each<[string, Case, Partial<Verdict>]>([
  ['is lost, although the ledger says read', nothing, { lost: 1, untrue: 1 }],
  [
    'still waits',
    { ...nothing, ledger: { state: 'queued', sentence: 'queued', hasAnswered: false } },
    { lost: 1, untrue: 1 },
  ],
  ['is in no ledger', { ...read, ledger: null }, { untrue: 1 }],
  ['heard twice', { ...read, arrived: ['read', 'read'] }, { repeated: 1 }],
  [
    'read it, while the ledger says sent',
    { ...read, ledger: { state: 'sent', sentence: 'sent', hasAnswered: false } },
    { untrue: 1 },
  ],
  ['has answered, and the ledger does not know', { ...read, hasAnswered: true }, { untrue: 1 }],
  [
    'was written to after they opted out',
    { ...read, hasOptedOut: true, wasWrittenToAfter: true },
    { afterOptOut: 1 },
  ],
  [
    'was passed over as opted out, and had not',
    { ...leftAlone, hasOptedOut: false },
    { lost: 1, untrue: 1 },
  ],
  [
    'has failed as not on the network, and is',
    { ...absent, isOnNetwork: true },
    { lost: 1, untrue: 1 },
  ],
  [
    'is not on the network, and failed otherwise',
    { ...absent, ledger: { state: 'failed', sentence: 'no_answer', hasAnswered: false } },
    { untrue: 1 },
  ],
])('somebody who %s', (_what, one, wrong) => {
  const { people: _p, deliveredOnce: _d, leftAlone: _l, unreachable: _u, ...faults } = judge([one])
  expect(faults).toEqual({ ...FAULTS, ...wrong })
  expect(explain([one])).toHaveLength(1)
})
