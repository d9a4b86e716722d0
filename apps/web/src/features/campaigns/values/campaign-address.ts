export interface CampaignAddress {
  type: 'bulk' | 'ai_chatbot' | 'unknown'
  /** The device in the URL; null when it is chosen in the form. */
  deviceId: string | null
  /** The campaign to edit; null for a new one. */
  campaignId: string | null
}

/** Parses the URL of a campaign form [2.form]: type, device, campaign to edit. */
export function campaignAddress(
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
): CampaignAddress {
  const type = search.get('type') || 'bulk'
  return {
    type: type === 'bulk' || type === 'ai_chatbot' ? type : 'unknown',
    deviceId: params.numberId || params.deviceId || null,
    campaignId: search.get('editCampaignId') || params.campaignId || null,
  }
}
