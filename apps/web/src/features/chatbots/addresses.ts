/**
 * Addresses of a number's chatbot pages [2.route.ai-campaigns], in which the device's id is
 * `numberId`.
 */
export const NUMBERS = '/ai-chatbot'

export function itemsAddress(deviceId: string): string {
  return `${NUMBERS}/${encodeURIComponent(deviceId)}/campaigns`
}

export function newItemAddress(deviceId: string): string {
  return `${itemsAddress(deviceId)}/create?type=ai_chatbot`
}

export function editAddress(deviceId: string, itemId: string): string {
  return `${itemsAddress(deviceId)}/${encodeURIComponent(itemId)}/edit`
}

export function responsesAddress(deviceId: string): string {
  return `${NUMBERS}/${encodeURIComponent(deviceId)}/responses`
}
