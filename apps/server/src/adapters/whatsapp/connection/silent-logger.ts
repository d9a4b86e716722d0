import type { ILogger } from 'baileys/lib/Utils/logger.js'

const nothing = () => {}

/** The driver's own log contains phone numbers and message ids, so it is discarded. */
export const silentLogger: ILogger = {
  level: 'silent',
  child: () => silentLogger,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
}
