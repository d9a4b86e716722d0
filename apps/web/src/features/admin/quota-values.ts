import {
  QUOTA_MAX,
  type QuotaName,
  type QuotaOverrides,
  type QuotaUse,
} from '@kirim/contract/quotas'
import { textKey } from '#shared/i18n/text-key.ts'

const GIGABYTE = 1024 ** 3

/** The field values by quota; empty means the plan's limit. Media is in gigabytes. */
export type QuotaValues = Record<QuotaName, string>

export const badQuota = textKey('Enter a number, or leave empty to use the plan limit.')

/** The field value of a limit set by an admin. */
export function writtenQuota({ quota, limit, ofPlan }: QuotaUse): string {
  return limit === ofPlan ? '' : inUnits(quota, limit)
}

/** Formats an amount in the unit of its field, without separators. */
export function inUnits(quota: QuotaName, amount: number): string {
  return String(quota === 'mediaBytes' ? Number((amount / GIGABYTE).toFixed(3)) : amount)
}

/** Parses a field: null for the plan's limit, undefined when invalid. */
export function readQuota(quota: QuotaName, written: string): number | null | undefined {
  const text = written.trim()
  if (text === '') return null
  const inBytes = quota === 'mediaBytes'
  if (inBytes ? !/^\d+([.,]\d+)?$/.test(text) : !/^\d[\d, ]*$/.test(text)) return undefined
  const amount = inBytes
    ? Math.round(Number(text.replace(',', '.')) * GIGABYTE)
    : Number(text.replace(/[, ]/g, ''))
  return amount <= QUOTA_MAX ? amount : undefined
}

/** The changed limits; null when a field is invalid. */
export function changedQuotas(
  uses: readonly QuotaUse[],
  values: QuotaValues,
): QuotaOverrides | null {
  const changes: QuotaOverrides = {}
  for (const use of uses) {
    const written = values[use.quota]
    if (written.trim() === writtenQuota(use)) continue
    const amount = readQuota(use.quota, written)
    if (amount === undefined) return null
    changes[use.quota] = amount
  }
  return changes
}
