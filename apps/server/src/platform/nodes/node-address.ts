import { networkInterfaces } from 'node:os'

const EVERYWHERE = new Set(['0.0.0.0', '::', ''])

/**
 * The address under which admins find a server. One that listens on all interfaces gets its
 * machine's address.
 */
export function nodeAddress(host: string, port: number, machine = networkInterfaces()): string {
  const outside = Object.values(machine)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
  const own = outside.find(({ family }) => family === 'IPv4') ?? outside[0]
  const shown = EVERYWHERE.has(host) ? (own?.address ?? host) : host
  return shown.includes(':') ? `[${shown}]:${port}` : `${shown}:${port}`
}
