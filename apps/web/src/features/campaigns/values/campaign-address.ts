export interface CampaignAddress {
  /** The device in the URL; null when it is chosen in the form. */
  deviceId: string | null
  /** The campaign to edit; null for a new one. */
  campaignId: string | null
}

/** Parses the URL of a bulk campaign form [2.form]: device, campaign to edit. */
export function campaignAddress(
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
): CampaignAddress {
  return {
    deviceId: params.numberId || params.deviceId || null,
    campaignId: search.get('editCampaignId') || params.campaignId || null,
  }
}
