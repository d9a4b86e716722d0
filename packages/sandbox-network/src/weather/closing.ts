import type { BinaryNode } from 'baileys'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import type { DeviceAddress } from '../store/companions.ts'
import { SERVER } from '../wire/stanza.ts'
import { isOlder } from './gate.ts'
import type { Weather } from './weather.ts'

/** Ends an open connection so that the client reports `code`. */
export function closeWith(connection: Connection, code: number): void {
  if (code === 428) connection.cut()
  else connection.end(lastWord(code))
}

function lastWord(code: number): BinaryNode {
  switch (code) {
    case 411:
      return {
        tag: 'ib',
        attrs: { from: SERVER },
        content: [{ tag: 'downgrade_webclient', attrs: {} }],
      }
    case 440:
      return streamError({}, 'replaced')
    case 401:
      return streamError({ code: '401' }, 'device_removed')
    default:
      return streamError({ code: String(code) })
  }
}

const streamError = (attrs: Record<string, string>, conflict?: string): BinaryNode => ({
  tag: 'stream:error',
  attrs,
  ...(conflict ? { content: [{ tag: 'conflict', attrs: { type: conflict } }] } : {}),
})

/** Ends the connections of a phone that its weather does not allow. */
export function disconnect(core: Core, phone: string, weather: Weather): void {
  for (const connection of core.live.ofPhone(phone)) {
    if (isCut(weather, connection)) {
      core.weather.strike(phone)
      connection.cut()
    }
    if (connection.device) closeOpened(core, connection, connection.device)
  }
}

function isCut(weather: Weather, { version }: Connection): boolean {
  switch (weather.kind) {
    case 'outage':
    case 'banned':
      return true
    case 'closed':
      return weather.when === 'login'
    case 'old_client':
      return version !== undefined && isOlder(version, weather.version)
  }
  return false
}

/** Schedules the end of a connection in weather that closes open connections. */
export function closeOpened(core: Core, connection: Connection, { phone }: DeviceAddress): void {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'closed' || weather.when !== 'open') return
  core.clock.after(weather.afterMs ?? 0, () => {
    // The network may have stopped meanwhile.
    if (!connection.open) return
    const later = core.weather.now(phone)
    if (later.kind !== 'closed' || later.when !== 'open') return
    core.weather.strike(phone)
    closeWith(connection, later.code)
  })
}
