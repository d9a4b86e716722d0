/** About how long a campaign takes, in seconds: one mean gap for each recipient. */
export function sendDurationSeconds(recipients: number, minSeconds: number, maxSeconds: number) {
  return (recipients * (minSeconds + maxSeconds)) / 2
}
