import { isIP } from 'node:net'

/**
 * Whether a host name, as it stands in an address or in HOST,
 * leads to this machine and nowhere else.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (isIP(name) === 4) return name.startsWith('127.')
  return name === 'localhost' || name === '::1'
}
