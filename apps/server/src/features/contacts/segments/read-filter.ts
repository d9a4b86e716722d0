import { SegmentFilter } from '@kirim/contract/segment-filter'
import * as z from 'zod/mini'

/** A filter as it is stored. */
export function readFilter(stored: string): SegmentFilter {
  return z.parse(SegmentFilter, JSON.parse(stored))
}
