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

/** The address of a campaign's form [2.dashboard.edit]; null when an id is missing. */
export function editAddress(campaign: { id: string; deviceId: string }): string | null {
  if (!campaign.id || !campaign.deviceId) return null
  const device = encodeURIComponent(campaign.deviceId)
  const id = encodeURIComponent(campaign.id)
  return `/dashboard/add-campaign/${device}?type=bulk&editCampaignId=${id}`
}

/** The address of a campaign's own page. */
export function campaignPageAddress({ id }: { id: string }): string {
  return `/campaigns/${encodeURIComponent(id)}`
}
