interface FormAddress {
  /** Empty when the number is chosen in the form. */
  deviceId: string
  /** Null for a new item. */
  itemId: string | null
}

/** The number and item of the AI form's address [2.form]. */
export function formAddress(
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
): FormAddress {
  return {
    deviceId: params.numberId || params.deviceId || '',
    itemId: search.get('editCampaignId') || params.campaignId || null,
  }
}
