import type { Preflight } from '@kirim/contract/campaign-preflight'
import type { CampaignValues } from '../form/campaign-values.ts'
import type { MediaChoice } from '../media/media-choice.ts'

/** The form values to confirm, with what the server says of them. */
export interface PendingSave {
  values: CampaignValues
  media: MediaChoice
  preflight: Preflight
}
