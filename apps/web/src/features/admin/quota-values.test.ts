import { QUOTA_MAX, type QuotaName, type QuotaUse } from '@kirim/contract/quotas'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  changedQuotas,
  inUnits,
  type QuotaValues,
  readQuota,
  writtenQuota,
} from './quota-values.ts'

const GIGABYTE = 1024 ** 3

it.each<[QuotaName, string, number | null | undefined]>([
  ['contacts', '', null],
  ['contacts', '  ', null],
  ['contacts', '0', 0],
  ['contacts', '250000', 250_000],
  ['contacts', ' 250,000 ', 250_000],
  ['contacts', '250 000', 250_000],
  ['contacts', '2.5', undefined],
  ['contacts', '-1', undefined],
  ['contacts', '1e3', undefined],
  ['contacts', 'many', undefined],
  ['contacts', '9'.repeat(20), undefined],
  ['mediaBytes', '2', 2 * GIGABYTE],
  ['mediaBytes', '0.5', GIGABYTE / 2],
  ['mediaBytes', '0,5', GIGABYTE / 2],
  ['mediaBytes', '1,000.5', undefined],
])('%s written as %j is %s', (quota, written, amount) => {
  expect(readQuota(quota, written)).toBe(amount)
})

const use = (quota: QuotaName, limit: number, ofPlan: number): QuotaUse => ({
  quota,
  used: 0,
  limit,
  ofPlan,
})

it('a limit set by an admin is formatted so that it parses to the same value', () => {
  expect(writtenQuota(use('contacts', 5, 5))).toBe('')
  expect(writtenQuota(use('contacts', 250_000, 5))).toBe('250000')
  expect(writtenQuota(use('mediaBytes', 1.5 * GIGABYTE, 5))).toBe('1.5')
})

it('only changes are sent, so that a limit set to the byte is not rounded', () => {
  const uses = [use('contacts', 7, 5), use('mediaBytes', GIGABYTE + 1, 5), use('campaigns', 9, 9)]
  const values = { contacts: '', mediaBytes: '1', campaigns: '10' } as QuotaValues
  expect(changedQuotas(uses, values)).toEqual({ contacts: null, campaigns: 10 })
  expect(changedQuotas(uses, { ...values, campaigns: 'ten' })).toBeNull()
})

it('any valid whole amount is parsed, with or without separators', () => {
  const amount = fc.integer({ min: 0, max: QUOTA_MAX })
  fc.assert(
    fc.property(amount, (n) => {
      expect(readQuota('contacts', inUnits('contacts', n))).toBe(n)
      expect(readQuota('contacts', n.toLocaleString('en'))).toBe(n)
    }),
  )
})

it('an amount of media is parsed to the thousandth of a gigabyte that its field shows', () => {
  const thousandths = fc.integer({ min: 0, max: 900_000 })
  fc.assert(
    fc.property(thousandths, (n) => {
      const bytes = Math.round((n / 1000) * GIGABYTE)
      expect(readQuota('mediaBytes', inUnits('mediaBytes', bytes))).toBe(bytes)
    }),
  )
})

it.each([
  [QUOTA_MAX - 1, QUOTA_MAX - 1],
  [QUOTA_MAX, QUOTA_MAX],
  [QUOTA_MAX + 1, undefined],
])('%i is parsed as %s: larger amounts are invalid', (written, amount) => {
  expect(readQuota('contacts', String(written))).toBe(amount)
})
