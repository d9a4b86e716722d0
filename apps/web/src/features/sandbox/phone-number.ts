/**
 * Removes the spaces, dashes, brackets and plus sign that people write; the network uses digits.
 */
export function digitsOf(text: string): string {
  return text.replace(/[\s()+.-]/g, '')
}

/** Whether a chat id is that of a group rather than a contact's number. */
export function isGroupId(chat: string): boolean {
  return chat.endsWith('@g.us')
}

/** Whether the sandbox network accepts the number: 6 to 15 digits with the country code. */
export function isPhoneNumber(digits: string): boolean {
  return /^\d{6,15}$/.test(digits)
}
