import type { QuotaName, QuotaUse } from '@kirim/contract/quotas'
import { expect, it } from 'vitest'
import { changedQuotas, type QuotaValues, readQuota, writtenQuota } from './quota-values.ts'

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

it('what an admin has set is written as it can be read again', () => {
  expect(writtenQuota(use('contacts', 5, 5))).toBe('')
  expect(writtenQuota(use('contacts', 250_000, 5))).toBe('250000')
  expect(writtenQuota(use('mediaBytes', 1.5 * GIGABYTE, 5))).toBe('1.5')
})

it('only what was changed is sent, so that what was set to the byte is not rounded', () => {
  const uses = [use('contacts', 7, 5), use('mediaBytes', GIGABYTE + 1, 5), use('campaigns', 9, 9)]
  const values = { contacts: '', mediaBytes: '1', campaigns: '10' } as QuotaValues
  expect(changedQuotas(uses, values)).toEqual({ contacts: null, campaigns: 10 })
  expect(changedQuotas(uses, { ...values, campaigns: 'ten' })).toBeNull()
})
