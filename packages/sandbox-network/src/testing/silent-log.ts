/** A log for clients of the driver that says nothing. */
export const silentLog = {
  level: 'silent',
  child: () => silentLog,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
}
