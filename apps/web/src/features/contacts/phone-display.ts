/**
 * A phone number without the suffix of a messaging service: 60123456789@s.whatsapp.net becomes
 * 60123456789.
 */
export function phoneForDisplay(phoneNumber: string): string {
  const [number = ''] = phoneNumber.split('@')
  // A linked device's number includes its index: 60123456789:12@s.whatsapp.net.
  return number.replace(/:\d+$/, '')
}
