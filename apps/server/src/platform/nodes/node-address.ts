import { networkInterfaces } from 'node:os'

const EVERYWHERE = new Set(['0.0.0.0', '::', ''])

/** Where admins find a server: one that listens everywhere, by its machine's own address. */
export function nodeAddress(host: string, port: number, machine = networkInterfaces()): string {
  const outside = Object.values(machine)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
  const own = outside.find(({ family }) => family === 'IPv4') ?? outside[0]
  const shown = EVERYWHERE.has(host) ? (own?.address ?? host) : host
  return shown.includes(':') ? `[${shown}]:${port}` : `${shown}:${port}`
}
