import {
  type DeviceProxy,
  PORT_MAX,
  ProxyForm,
  type ProxyScheme,
} from '@kirim/contract/device-proxy'
import { issue } from '@kirim/contract/issues'
import * as z from 'zod/mini'

/** The fields as they are typed. */
export const ProxyValues = z.pipe(
  z.pipe(
    z.object({
      scheme: ProxyForm.shape.scheme,
      host: ProxyForm.shape.host,
      port: z.string().check(z.trim(), z.regex(/^\d{1,9}$/, issue('no_whole_number'))),
      username: z.string(),
      password: z.string(),
    }),
    z.transform(
      ({ port, password, ...others }): z.input<typeof ProxyForm> => ({
        ...others,
        port: Number(port),
        ...(password !== '' && { password }),
      }),
    ),
  ),
  ProxyForm,
)
export type ProxyValues = z.input<typeof ProxyValues>

/** The usual ports of proxies. */
export const USUAL_PORTS: Readonly<Record<ProxyScheme, number>> = {
  http: 8080,
  https: 443,
  socks5: 1080,
}

export const PORT_DIGITS = String(PORT_MAX).length

/** The initial values; a stored password is never shown. */
export function valuesOf(proxy: DeviceProxy['proxy']): ProxyValues {
  return {
    scheme: proxy?.scheme ?? 'http',
    host: proxy?.host ?? '',
    port: proxy ? String(proxy.port) : '',
    username: proxy?.username ?? '',
    password: '',
  }
}

/** Whether an empty password keeps the stored one, which belongs to one proxy and user name. */
export function keepsPassword(values: ProxyValues, stored: DeviceProxy['proxy']): boolean {
  if (!stored?.hasPassword) return false
  const start = valuesOf(stored)
  return (['scheme', 'host', 'port', 'username'] as const).every(
    (name) => values[name] === start[name],
  )
}
