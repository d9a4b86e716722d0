/** IANA name of the zone this browser lives in, as `Asia/Kuala_Lumpur`. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
