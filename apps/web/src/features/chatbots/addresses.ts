/**
 * Where the pages of a number's chatbot are [2.route.ai-campaigns]. `numberId` is the device's id.
 */
export const NUMBERS = '/ai-chatbot'

export function campaignsAddress(numberId: string): string {
  return `${NUMBERS}/${encodeURIComponent(numberId)}/campaigns`
}

export function newCampaignAddress(numberId: string): string {
  return `${campaignsAddress(numberId)}/create?type=ai_chatbot`
}

export function editAddress(numberId: string, campaignId: string): string {
  return `${campaignsAddress(numberId)}/${encodeURIComponent(campaignId)}/edit`
}

export function responsesAddress(numberId: string): string {
  return `${NUMBERS}/${encodeURIComponent(numberId)}/responses`
}
