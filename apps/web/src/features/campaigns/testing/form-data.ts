import { deviceOf, groupOf } from '#shared/testing/samples.ts'
import type { CampaignFormData } from '../values/use-campaign-form-data.ts'

/** Form data with one number, one group, no file and no campaign. */
export function formDataOf(given: Partial<CampaignFormData> = {}): CampaignFormData {
  return {
    devices: [deviceOf()],
    groups: [groupOf()],
    media: [],
    campaign: null,
    optOutLineByDefault: false,
    ...given,
  }
}
