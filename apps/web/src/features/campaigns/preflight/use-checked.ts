import { useWatch } from 'react-hook-form'
import type { CampaignValues } from '../form/campaign-values.ts'
import { CHECKED, type Checked } from './preflight-input.ts'

/** The values of the form that the check reads, as they are now. */
export function useChecked(): Checked {
  const values = useWatch<CampaignValues, typeof CHECKED>({ name: CHECKED })
  return Object.fromEntries(CHECKED.map((name, index) => [name, values[index]])) as Checked
}
