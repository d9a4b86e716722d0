import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { MediaBucketEnvironment, readMediaBucket } from './config-media.ts'
import { type AllowedHost, parseHost } from './platform/http/allowed-hosts.ts'
import { createClientAddresses, type TrustedProxies } from './platform/http/client-address.ts'
import { isLoopbackHost } from './platform/loopback.ts'
import { StartError } from './platform/start-error.ts'

const SECRET_KEY_BYTES = 32

const Port = z.coerce
  .number({ error: 'must be a number' })
  .int('must be 0 to 65535')
  .min(0, 'must be 0 to 65535')
  .max(65_535, 'must be 0 to 65535')

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional())
const withDefault = <T extends z.ZodType, D>(schema: T, value: D) =>
  z.preprocess((input) => (input === undefined || input === '' ? value : input), schema)

const address = (start: RegExp, message: string) =>
  z.string().refine((text) => start.test(text) && URL.canParse(text), message)
const WebAddress = address(/^https?:\/\//i, 'must be a web address (http:// or https://)')

/** Parsed by the driver, which accepts more than a URL does; does not connect. */
function isPostgresAddress(text: string): boolean {
  try {
    return Boolean(new pg.Client({ connectionString: text }))
  } catch {
    return false
  }
}

/** More proxies than any real deployment has. */
const HOPS_MAX = 10

/** 'true' means one proxy: only what that proxy appends to X-Forwarded-For is trusted. */
function readTrustedProxies(text: string): TrustedProxies | null {
  if (text === 'true') return 1
  if (text === 'false') return 0
  if (/^\d+$/.test(text)) return Number(text) <= HOPS_MAX ? Number(text) : null
  const networks = listOf(text)
  if (networks.length === 0 || !networks.every(isNetwork)) return null
  try {
    createClientAddresses(networks)
    return networks
  } catch {
    return null
  }
}

/** Only full addresses: '1.5' would also parse as one, but was meant otherwise. */
function isNetwork(text: string): boolean {
  return /^(loopback|linklocal|uniquelocal)$/.test(text) || isIP(text.replace(/\/\d+$/, '')) !== 0
}

function readHosts(text: string): AllowedHost[] | null {
  const hosts = listOf(text).map((written) => parseHost(written))
  const isWhole = hosts.every((host) => host && /^(\*\.)?[^*]+$/.test(host.name))
  return isWhole ? hosts.filter((host) => host !== null) : null
}

function readClientVersion(text: string): [number, number, number] | null {
  const [, ...parts] = /^(\d{1,9})\.(\d{1,9})\.(\d{1,10})$/.exec(text) ?? []
  const [first, second, third] = parts.map(Number)
  if (first === undefined || second === undefined || third === undefined) return null
  return third <= 2 ** 32 - 1 ? [first, second, third] : null
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Text parsed by `read`; null from it is an error. */
function readBy<T>(read: (text: string) => T | null, message: string) {
  return z.string().transform((text, context) => {
    const value = read(text.trim())
    if (value !== null) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

const COUNT = 'must be a whole number from 1'

/** The network holds messages and receipts for a device that is away, some weeks long. */
const RETENTION_MIN_DAYS = 30
const RETENTION_MAX_DAYS = 36_500
const RETENTION = `must be a whole number of days from ${RETENTION_MIN_DAYS} to ${RETENTION_MAX_DAYS}`

const Environment = z.object({
  NODE_ENV: optional(z.string()),
  HOST: withDefault(z.string(), '127.0.0.1').meta({
    description: 'Address to listen on.',
    unset: '127.0.0.1',
  }),
  PORT: withDefault(Port, 3000).meta({ description: 'Port to listen on.', unset: '3000' }),
  DATA_DIR: withDefault(z.string(), './data').meta({
    description: 'Embedded database, media and secret key. Servers on one PostgreSQL may share it.',
    unset: './data',
  }),
  DATABASE_URL: optional(
    z
      .string()
      .refine(
        (text) => /^postgres(ql)?:\/\//.test(text) && isPostgresAddress(text),
        'must be an address like postgres://user:password@host:5432/database, with special characters in it percent-encoded',
      ),
  ).meta({
    description:
      'PostgreSQL 14 or later in place of the embedded database. [Several servers](several-nodes.md) may share it.',
    unset: 'unset',
  }),
  WHATSAPP_NETWORK: optional(
    z.enum(['sandbox', 'live'], { error: "must be 'sandbox' or 'live'" }),
  ).meta({
    description: '`sandbox` or `live`.',
    unset: '`sandbox`; `live` with NODE_ENV=production or WHATSAPP_URL',
  }),
  WHATSAPP_URL: optional(
    address(/^wss?:\/\//, 'must be an address that starts with ws:// or wss://'),
  ).meta({
    description: 'With `live`: another server that speaks the protocol.',
    unset: 'WhatsApp',
  }),
  WHATSAPP_ROOT_KEY: optional(
    z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits (32 bytes)'),
  ).meta({
    description: 'With WHATSAPP_URL: the root key of that server, 64 hexadecimal digits.',
    unset: "WhatsApp's own",
  }),
  WHATSAPP_VERSION: optional(
    readBy(readClientVersion, 'must be three numbers like 2.3000.1043857760'),
  ).meta({
    description: 'Client version announced to WhatsApp, such as `2.3000.1043857760`.',
    unset: 'the newest that WhatsApp names, asked once a day',
  }),
  SECRET_KEY: optional(
    z
      .string()
      .transform((text) => Buffer.from(text, 'base64'))
      .refine((key) => key.length === SECRET_KEY_BYTES, 'must be 32 bytes in base64'),
  ).meta({
    description:
      '32 bytes in base64 that encrypt credentials at rest. The same on all servers of a database.',
    unset: 'made on the first start, in DATA_DIR',
  }),
  PUBLIC_URL: optional(WebAddress).meta({
    description: 'Address by which browsers reach Kirim.',
    unset: 'derived from HOST and PORT',
  }),
  MEDIA_URL: optional(WebAddress).meta({
    description: 'Address by which browsers load media.',
    unset: 'PUBLIC_URL',
  }),
  REGISTER_LIMIT: withDefault(
    z.coerce.number({ error: 'must be a number' }).int(COUNT).min(1, COUNT),
    100,
  ).meta({ description: 'Accounts that one address may register in an hour.', unset: '100' }),
  LINK_LIMIT: withDefault(
    z.coerce.number({ error: 'must be a number' }).int(COUNT).min(1, COUNT),
    20,
  ).meta({
    description:
      'Sessions at WhatsApp (codes, pairings, resumed numbers, tested proxies) that one account may open in 10 minutes; all accounts together 20 times as many, not counting the first three of each.',
    unset: '20',
  }),
  ADMIN_EMAIL: optional(z.email('must be an e-mail address')).meta({
    description: 'E-mail address of an admin made on the first start. Needs ADMIN_PASSWORD.',
    unset: 'unset: the first account is the admin',
  }),
  ADMIN_PASSWORD: optional(
    z.string().min(8, 'needs at least 8 characters').max(200, 'may have at most 200 characters'),
  ).meta({ description: 'Password of that admin, 8 to 200 characters.', unset: 'unset' }),
  TRUST_PROXY: withDefault(
    readBy(
      readTrustedProxies,
      `must be true, false, a number of proxies up to ${HOPS_MAX}, or networks like 10.0.0.0/8,fd00::/8`,
    ),
    'false',
  ).meta({
    description:
      'Proxies whose X-Forwarded-For is trusted: `true` (one), a number of proxies in a row, or their networks (`10.0.0.0/8,fd00::/8`).',
    unset: 'false',
  }),
  ALLOWED_HOSTS: withDefault(
    readBy(readHosts, 'must be host names with commas between them, like kirim.lan,*.example.com'),
    '',
  ).meta({
    description:
      'Host names, beside that of PUBLIC_URL, that the server answers to (`kirim.lan,*.example.com`). Others get 421.',
    unset: 'unset',
  }),
  PUSH_CONTACT: optional(
    z.string().regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/i, 'must be mailto: or https://'),
  ).meta({
    description:
      'Whom the push services of browsers may ask about this server: `mailto:` or `https://`.',
    unset: 'PUBLIC_URL',
  }),
  ALLOW_PRIVATE_ADDRESSES: withDefault(
    z.enum(['true', 'false'], { error: "must be 'true' or 'false'" }),
    'false',
  ).meta({
    description:
      '`true` lets the API calls, AI providers and proxies of every user reach private networks. AI providers and proxies may without it in workspaces whose owners and managers are all admins of the server.',
    unset: 'false',
  }),
  RETENTION_DAYS: withDefault(
    z.coerce
      .number({ error: RETENTION })
      .int(RETENTION)
      .min(RETENTION_MIN_DAYS, RETENTION)
      .max(RETENTION_MAX_DAYS, RETENTION)
      .nullable(),
    null,
  ).meta({
    description:
      'Days after which settled messages are deleted, at least 30 ([what stays](operations.md)).',
    unset: 'unset: never',
  }),
  FFMPEG_PATH: withDefault(z.string().nullable(), null).meta({
    description: 'ffmpeg, which makes videos, GIFs and sound playable on phones; `off` for none.',
    unset: 'the one on PATH',
  }),
  NODE_NAME: withDefault(
    z.string().max(60, 'may have at most 60 characters'),
    hostname().slice(0, 60),
  ).meta({
    description:
      'Name of this server among those on one database, at most 60 characters. With its port also the name of its folder in DATA_DIR.',
    unset: "the machine's name",
  }),
  ...MediaBucketEnvironment,
  LOG_LEVEL: withDefault(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    }),
    'warn',
  ).meta({ description: '`trace`, `debug`, `info`, `warn`, `error` or `silent`.', unset: 'warn' }),
})

/** The names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape)

/** The variables with what they mean, and what holds while they are unset, in Markdown. */
export const DESCRIBED_VARIABLES = Object.entries(Environment.shape).flatMap(([name, schema]) => {
  const { description, unset } = schema.meta() ?? {}
  return description ? [{ name, description, unset: String(unset) }] : []
})

export type Config = ReturnType<typeof readConfig>

/** Reads the environment once. Throws StartError naming the invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) throw new StartError(parsed.error.issues.map(describeIssue).join(' '))
  const e = parsed.data
  if (Boolean(e.ADMIN_EMAIL) !== Boolean(e.ADMIN_PASSWORD)) {
    throw new StartError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.')
  }
  const network =
    e.WHATSAPP_NETWORK ?? (e.NODE_ENV === 'production' || e.WHATSAPP_URL ? 'live' : 'sandbox')
  if (network === 'sandbox' && (e.WHATSAPP_URL || e.WHATSAPP_ROOT_KEY)) {
    throw new StartError(
      'WHATSAPP_URL and WHATSAPP_ROOT_KEY need WHATSAPP_NETWORK=live; the sandbox brings its own server.',
    )
  }
  return {
    host: e.HOST,
    port: e.PORT,
    dataDir: isAbsolute(e.DATA_DIR) ? e.DATA_DIR : resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL ?? null,
    network,
    /** Only with `live`: another server of the same protocol. */
    whatsappUrl: e.WHATSAPP_URL ?? null,
    whatsappRootKey: e.WHATSAPP_ROOT_KEY ?? null,
    /** Null: the newest version that the network names. */
    whatsappVersion: e.WHATSAPP_VERSION ?? null,
    /** Null: the key file in `dataDir`. */
    secretKey: e.SECRET_KEY ?? null,
    publicUrl: e.PUBLIC_URL ? withoutTrailingSlash(e.PUBLIC_URL) : null,
    mediaUrl: e.MEDIA_URL ? withoutTrailingSlash(e.MEDIA_URL) : null,
    registerLimitPerHour: e.REGISTER_LIMIT,
    linkLimit: e.LINK_LIMIT,
    admin:
      e.ADMIN_EMAIL && e.ADMIN_PASSWORD
        ? { email: e.ADMIN_EMAIL, password: e.ADMIN_PASSWORD }
        : null,
    trustProxy: e.TRUST_PROXY,
    allowedHosts: e.ALLOWED_HOSTS,
    allowPrivateAddresses: e.ALLOW_PRIVATE_ADDRESSES === 'true',
    /** Whom push services may ask about what this server sends. */
    pushContact: e.PUSH_CONTACT,
    /** Null keeps everything. */
    retentionDays: e.RETENTION_DAYS,
    /** 'off' for none, null for the one on PATH. */
    ffmpegPath: e.FFMPEG_PATH,
    /** Null: media are in `dataDir`. */
    mediaBucket: readMediaBucket(e),
    nodeName: e.NODE_NAME,
    logLevel: e.LOG_LEVEL,
  }
}

/**
 * The folder of what is this server's alone: with other servers on one database `dataDir` may be
 * a folder that all of them share.
 */
export function nodeDirOf({ dataDir, databaseUrl, nodeName, port }: Config): string {
  if (databaseUrl === null) return dataDir
  return join(dataDir, 'nodes', `${encodeURIComponent(nodeName)}-${port}`)
}

/**
 * Whether anyone but this machine's operator can open its pages. A proxy exists to let others in,
 * whatever host it requests.
 */
export function isReachableByOthers(config: Config): boolean {
  const { host, publicUrl, allowedHosts, trustProxy } = config
  if (trustProxy !== 0) return true
  const named = publicUrl ? [new URL(publicUrl).hostname] : []
  const allowed = allowedHosts.map(({ name }) => name)
  return ![host, ...named, ...allowed].every(isLoopbackHost)
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} ${issue.message}.`
}

function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
