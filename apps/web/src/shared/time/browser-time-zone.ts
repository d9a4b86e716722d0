/** The browser's IANA time zone, such as `Asia/Kuala_Lumpur`. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
