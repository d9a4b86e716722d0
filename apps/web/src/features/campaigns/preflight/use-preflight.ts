import { preflightCampaign } from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { callQuery } from '#shared/api/query.ts'
import { useDebounced } from '#shared/list/use-debounced.ts'
import type { MediaChoice } from '../media/media-choice.ts'
import type { CampaignValues } from '../values/campaign-values.ts'
import { CHECKED, type Checked, preflightInput } from './preflight-input.ts'

/**
 * Checks the form's values on the server, debounced; equal requests are sent once. Another `draw`
 * gives other previews.
 */
export function usePreflight(
  values: Checked,
  media: MediaChoice,
  campaign: BulkCampaign | null,
  draw = 0,
) {
  const input = JSON.stringify(preflightInput(values, media, campaign, draw))
  const debouncedInput: ReturnType<typeof preflightInput> = JSON.parse(useDebounced(input))
  const { params, body } = debouncedInput
  const isIncomplete = params.deviceId === '' || body.contactGroupId === ''
  const isOutOfOrder = body.minIntervalSeconds > body.maxIntervalSeconds
  const blocked = isIncomplete ? 'incomplete' : isOutOfOrder ? 'intervals' : null
  const query = useQuery({
    ...callQuery(preflightCampaign, debouncedInput),
    enabled: blocked === null,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return {
    /** The latest answer, which may be for slightly older values; null while there is none. */
    preflight: blocked || query.isError ? null : (query.data ?? null),
    /** Why the values cannot be checked. */
    blocked,
    error: blocked ? null : query.error,
    isFetching: query.isFetching,
    /** When the answer came, in epoch milliseconds. */
    loadedAt: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
  }
}

/** The current form values that the check reads. */
export function useChecked(): Checked {
  const values = useWatch<CampaignValues, typeof CHECKED>({ name: CHECKED })
  return Object.fromEntries(CHECKED.map((name, index) => [name, values[index]])) as Checked
}
