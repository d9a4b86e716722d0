import { isIP } from 'node:net'

/** Whether a host name, as written in a URL or in HOST, always means this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (isIP(name) === 4) return name.startsWith('127.')
  return name === 'localhost' || name === '::1'
}
