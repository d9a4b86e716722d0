import { type Preflight, preflightCampaign } from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { callQuery } from '#shared/api/query.ts'
import { useDebounced } from '#shared/list/use-debounced.ts'
import type { MediaChoice } from '../media/media-choice.ts'
import type { CampaignValues } from '../values/campaign-values.ts'
import { CHECKED, type Checked, preflightInput } from './preflight-input.ts'

export interface PreflightQuery {
  /** The answer for the values of a moment ago; null while there is none. */
  readonly preflight: Preflight | null
  /** What is missing before anything can be checked. */
  readonly isIncomplete: boolean
  /** The intervals are the wrong way round, so nothing can be said of what it would do. */
  readonly isOutOfOrder: boolean
  readonly error: Error | null
  readonly isFetching: boolean
  /** When the answer came, in epoch milliseconds. */
  readonly askedAt: number
  readonly refetch: () => void
}

/** Checks the form's values on the server, debounced; equal questions are asked once. */
export function usePreflight(
  values: Checked,
  media: MediaChoice,
  campaign: BulkCampaign | null,
): PreflightQuery {
  const asked = JSON.stringify(preflightInput(values, media, campaign))
  const settled: ReturnType<typeof preflightInput> = JSON.parse(useDebounced(asked))
  const { params, body } = settled
  const isIncomplete = params.deviceId === '' || body.contactGroupId === ''
  const isOutOfOrder = body.minIntervalSeconds > body.maxIntervalSeconds
  const query = useQuery({
    ...callQuery(preflightCampaign, settled),
    enabled: !isIncomplete && !isOutOfOrder,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return {
    preflight: isIncomplete || isOutOfOrder || query.isError ? null : (query.data ?? null),
    isIncomplete,
    isOutOfOrder,
    error: isIncomplete || isOutOfOrder ? null : query.error,
    isFetching: query.isFetching,
    askedAt: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
  }
}

/** The values of the form that the check reads, as they are now. */
export function useChecked(): Checked {
  const values = useWatch<CampaignValues, typeof CHECKED>({ name: CHECKED })
  return Object.fromEntries(CHECKED.map((name, index) => [name, values[index]])) as Checked
}
