import * as z from 'zod/mini'
import { call } from './call.ts'
import { IdParams, Moment } from './fields.ts'
import { issue } from './issues.ts'

export const ProxyScheme = z.enum(['http', 'https', 'socks5'])
export type ProxyScheme = z.infer<typeof ProxyScheme>

/** The maximum length of a domain name. */
const HOST_MAX_LENGTH = 253
export const PORT_MAX = 65_535
/** SOCKS5 writes each length in one byte. */
const CREDENTIAL_MAX_BYTES = 255

const Host = z
  .string()
  .check(
    z.trim(),
    z.maxLength(HOST_MAX_LENGTH, { abort: true }),
    z.refine(isHost, issue('proxy_host_invalid')),
  )

const Credential = z.string().check(
  z.maxLength(CREDENTIAL_MAX_BYTES, { abort: true }),
  z.refine(
    (text) => new TextEncoder().encode(text).length <= CREDENTIAL_MAX_BYTES,
    issue('proxy_credential_too_long'),
  ),
)

/** Without a new password the stored one stays in use, for the same proxy and user name. */
export const ProxyForm = z.object({
  scheme: ProxyScheme,
  host: Host,
  port: z.int().check(z.gte(1), z.lte(PORT_MAX)),
  username: z._default(Credential, ''),
  password: z.optional(Credential.check(z.minLength(1))),
})
export type ProxyForm = z.infer<typeof ProxyForm>

/** The proxy of a number; the password is never sent back. */
export const DeviceProxy = z.object({
  proxy: z.nullable(
    z.object({
      scheme: ProxyScheme,
      host: z.string(),
      port: z.int(),
      username: z.string(),
      hasPassword: z.boolean(),
      testedAt: Moment,
      latencyMs: z.int(),
    }),
  ),
  /** Whether the caller may set one; admins decide for members. */
  mayChange: z.boolean(),
})
export type DeviceProxy = z.infer<typeof DeviceProxy>

export const ProxyPolicy = z.object({ membersMay: z.boolean() })
export type ProxyPolicy = z.infer<typeof ProxyPolicy>

export const deviceProxy = call({
  method: 'GET',
  path: '/whatsapp/devices/:id/proxy',
  needs: 'numbers:write',
  number: 'id',
  summary: 'The proxy that a number connects through',
  params: IdParams,
  status: 200,
  response: DeviceProxy,
})

export const testDeviceProxy = call({
  method: 'POST',
  path: '/whatsapp/devices/:id/proxy/test',
  needs: 'numbers:write',
  number: 'id',
  summary: 'Connect to the network through a proxy, without keeping it',
  params: IdParams,
  body: ProxyForm,
  status: 200,
  response: z.object({ latencyMs: z.int() }),
})

export const setDeviceProxy = call({
  method: 'PUT',
  path: '/whatsapp/devices/:id/proxy',
  needs: 'numbers:write',
  number: 'id',
  summary: 'Test a proxy, keep it encrypted, and connect the number through it',
  params: IdParams,
  body: ProxyForm,
  status: 200,
  response: DeviceProxy,
})

export const removeDeviceProxy = call({
  method: 'DELETE',
  path: '/whatsapp/devices/:id/proxy',
  needs: 'numbers:write',
  number: 'id',
  summary: 'Forget the proxy of a number, and connect it directly',
  params: IdParams,
  status: 204,
})

export const proxyPolicy = call({
  method: 'GET',
  path: '/admin/proxies',
  access: 'admin',
  summary: 'Whether members may set proxies for their numbers',
  status: 200,
  response: ProxyPolicy,
})

export const setProxyPolicy = call({
  method: 'PUT',
  path: '/admin/proxies',
  access: 'admin',
  summary: 'Set whether members may set proxies; those that are set stay in use',
  body: ProxyPolicy,
  status: 200,
  response: ProxyPolicy,
})

/** A name or an address alone: no scheme, no port. */
function isHost(text: string): boolean {
  if (/^[\w.-]+$/.test(text)) return URL.canParse(`http://${text}`)
  const inner = /^\[?([\da-f:.]+)\]?$/i.exec(text)?.[1]
  return inner !== undefined && URL.canParse(`http://[${inner}]`)
}
