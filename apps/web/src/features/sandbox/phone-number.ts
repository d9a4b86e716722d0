/**
 * Spaces, dashes, brackets and a plus sign are how people write numbers; the network knows digits.
 */
export function digitsOf(text: string): string {
  return text.replace(/[\s()+.-]/g, '')
}

/** Where a chat is named, the id of a group stands for a contact's number. */
export function isGroupId(chat: string): boolean {
  return chat.endsWith('@g.us')
}

/** As the sandbox network takes them: 6 to 15 digits with the country code. */
export function isPhoneNumber(digits: string): boolean {
  return /^\d{6,15}$/.test(digits)
}
