interface FormAddress {
  /** Empty when the form lets one choose. */
  numberId: string
  /** Null for a new item. */
  campaignId: string | null
}

/** What the AI form's address asks for [2.form]. */
export function formAddress(
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
): FormAddress {
  return {
    numberId: params.numberId || params.deviceId || '',
    campaignId: search.get('editCampaignId') || params.campaignId || null,
  }
}
