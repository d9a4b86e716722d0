/** Estimates the duration of a campaign in seconds: one mean interval for each recipient. */
export function sendDurationSeconds(recipients: number, minSeconds: number, maxSeconds: number) {
  return (recipients * (minSeconds + maxSeconds)) / 2
}
