import { deviceOf, groupOf } from '#shared/testing/samples.ts'
import type { CampaignFormData } from '../form/use-campaign-form-data.ts'

/** What a form is filled in from: one number, one group, no file, a new campaign. */
export function formDataOf(given: Partial<CampaignFormData> = {}): CampaignFormData {
  return { devices: [deviceOf()], groups: [groupOf()], media: [], campaign: null, ...given }
}
