/**
 * Time zones by country calling code, of countries that have a single one. Where a country has
 * several, no time is better than a wrong one.
 */
const ZONES: Readonly<Record<string, string>> = {
  '20': 'Africa/Cairo',
  '27': 'Africa/Johannesburg',
  '30': 'Europe/Athens',
  '31': 'Europe/Amsterdam',
  '32': 'Europe/Brussels',
  '33': 'Europe/Paris',
  '36': 'Europe/Budapest',
  '39': 'Europe/Rome',
  '40': 'Europe/Bucharest',
  '41': 'Europe/Zurich',
  '43': 'Europe/Vienna',
  '44': 'Europe/London',
  '45': 'Europe/Copenhagen',
  '46': 'Europe/Stockholm',
  '48': 'Europe/Warsaw',
  '49': 'Europe/Berlin',
  '51': 'America/Lima',
  '54': 'America/Argentina/Buenos_Aires',
  '57': 'America/Bogota',
  '60': 'Asia/Kuala_Lumpur',
  '63': 'Asia/Manila',
  '65': 'Asia/Singapore',
  '66': 'Asia/Bangkok',
  '81': 'Asia/Tokyo',
  '82': 'Asia/Seoul',
  '84': 'Asia/Ho_Chi_Minh',
  '86': 'Asia/Shanghai',
  '90': 'Europe/Istanbul',
  '91': 'Asia/Kolkata',
  '92': 'Asia/Karachi',
  '93': 'Asia/Kabul',
  '94': 'Asia/Colombo',
  '95': 'Asia/Yangon',
  '98': 'Asia/Tehran',
  '212': 'Africa/Casablanca',
  '213': 'Africa/Algiers',
  '216': 'Africa/Tunis',
  '233': 'Africa/Accra',
  '234': 'Africa/Lagos',
  '254': 'Africa/Nairobi',
  '255': 'Africa/Dar_es_Salaam',
  '256': 'Africa/Kampala',
  '353': 'Europe/Dublin',
  '358': 'Europe/Helsinki',
  '673': 'Asia/Brunei',
  '852': 'Asia/Hong_Kong',
  '853': 'Asia/Macau',
  '855': 'Asia/Phnom_Penh',
  '856': 'Asia/Vientiane',
  '880': 'Asia/Dhaka',
  '886': 'Asia/Taipei',
  '960': 'Indian/Maldives',
  '961': 'Asia/Beirut',
  '962': 'Asia/Amman',
  '964': 'Asia/Baghdad',
  '965': 'Asia/Kuwait',
  '966': 'Asia/Riyadh',
  '967': 'Asia/Aden',
  '968': 'Asia/Muscat',
  '971': 'Asia/Dubai',
  '972': 'Asia/Jerusalem',
  '973': 'Asia/Bahrain',
  '974': 'Asia/Qatar',
  '977': 'Asia/Kathmandu',
}

/**
 * The time zone of a person by the country of their number; null where that has several, and for a
 * number that is hidden or unknown.
 */
export function zoneOfNumber(phoneNumber: string): string | null {
  if (!/^\d{7,15}$/.test(phoneNumber)) return null
  return ZONES[phoneNumber.slice(0, 3)] ?? ZONES[phoneNumber.slice(0, 2)] ?? null
}

/** What the clocks of two zones differ by at a moment, in minutes. */
export function minutesApart(at: Date, zone: string, other: string): number {
  return (wallClock(at, zone) - wallClock(at, other)) / 60_000
}

function wallClock(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
}
