import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Config, nodeDirOf } from '../config.ts'
import {
  type AccountsRepository,
  createAccountsRepository,
} from '../features/accounts/accounts.repository.ts'
import type { PasswordCost } from '../features/accounts/passwords.ts'
import { createAuthenticate } from '../features/accounts/sign-in-tokens.ts'
import { withoutDoubledPrefix } from '../features/chatbots/chatbots.routes.ts'
import { connectionName, createNodeGuard } from '../features/cluster/node-guard.ts'
import { systemRoutes } from '../features/system/system.routes.ts'
import { storeSeen } from '../features/workspaces/last-seen.ts'
import { membershipRows, toMembership, workspaceRows } from '../features/workspaces/membership.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createSecretBox } from '../platform/crypto/secret-box.ts'
import { loadSecretKey } from '../platform/crypto/secret-key.ts'
import { createDatabaseCheck } from '../platform/database/check-database.ts'
import { createStorageCheck } from '../platform/database/check-storage.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createDatabaseSockets } from '../platform/database/database-sockets.ts'
import type { PostgresAccess } from '../platform/database/postgres-dialect.ts'
import { createDiskReserve, diskOf, type MeasureDisk } from '../platform/disk-reserve.ts'
import { createHostPolicy } from '../platform/http/allowed-hosts.ts'
import { createClientAddresses } from '../platform/http/client-address.ts'
import { createRequestsInFlight } from '../platform/http/in-flight.ts'
import { createUploadFolder } from '../platform/http/multipart.ts'
import { createRouter } from '../platform/http/routes.ts'
import { createSecurityLog } from '../platform/http/security-log.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { versionWith } from '../platform/http/web-app.ts'
import { newId } from '../platform/ids.ts'
import { createSharedCounts } from '../platform/limits/counts.repository.ts'
import { createLimits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log.ts'
import { createNodeCalls } from '../platform/nodes/node-calls.ts'
import { createNodeLocks } from '../platform/nodes/node-locks.ts'
import { createWork } from '../platform/nodes/work.ts'
import { createRealtime, type RealtimeServer } from '../platform/realtime/realtime.ts'
import { createStorageRoom } from '../platform/storage-room.ts'
import { createUpwardCalls } from '../platform/upward-calls.ts'
import { createBetweenNodes } from './between-nodes.ts'

/** Found by its name, since the server's own files lie elsewhere once they are built. */
const WEB_ROOT = join(
  dirname(createRequire(import.meta.url).resolve('@kirim/web/package.json')),
  'dist',
)
const VERSION = '0.1.0'

interface BaseDeps {
  readonly clock: Clock
  readonly log: Log
  readonly passwordCost?: PasswordCost
  readonly version?: string
  /** Writes no longer reach the disk: the caller of `start` must stop the server. */
  onDiskFailed?(error: unknown): void
  /** The disk of the data directory, unless a test has another. */
  readonly measureDisk?: MeasureDisk
}

/** The shared base of all features. */
export type Base = Awaited<ReturnType<typeof createBase>>

/** Creates the base: database, outbound calls, realtime, keys and authentication. */
export async function createBase(config: Config, deps: BaseDeps) {
  const { clock, log } = deps
  const databaseFile = join(config.dataDir, 'kirim.db')
  const nodeId = newId()
  const nodeGuard = createNodeGuard(nodeId)
  const databaseSockets = createDatabaseSockets()
  const postgresAccess = (url: string): PostgresAccess => ({
    url,
    name: connectionName(nodeId),
    stream: databaseSockets.open,
    admit: nodeGuard.admit,
  })
  const db = openDatabase(
    config.databaseUrl ? postgresAccess(config.databaseUrl) : { file: databaseFile },
    log,
    (error) => deps.onDiskFailed?.(error),
    (error) => room.checkError(error),
  )
  const secretKey = loadSecretKey(config.dataDir, config.secretKey)
  const box = createSecretBox(secretKey)
  const between = createBetweenNodes(config, { nodeId, box, clock, log, postgresAccess })
  const { bus } = between
  // Nodes answer in real time.
  const calls = createNodeCalls({ bus, nodeId, clock: systemClock })
  const work = createWork(
    config.databaseUrl ? createNodeLocks(postgresAccess(config.databaseUrl), log) : null,
  )
  bus.on('work_left', work.left)
  bus.onMissed(work.left)
  const uploads = createUploadFolder(join(nodeDirOf(config), 'tmp'))
  const room = createStorageRoom({ clock, log, writeProbe: createStorageCheck(db, uploads.path) })
  const accounts: AccountsRepository = createAccountsRepository(db)
  const authenticate = createAuthenticate(db, clock, {
    membershipRows,
    workspaceRows,
    toMembership,
  })
  const addresses = createClientAddresses(config.trustProxy)
  const hosts = createHostPolicy(config)
  const secureCookies = config.publicUrl?.startsWith('https:') ?? false
  const version = deps.version ?? VERSION
  const appInfo = {
    network: config.network,
    mediaUrl: config.mediaUrl ?? '',
    version: versionWith(WEB_ROOT, version),
  }
  const http = await createHttpServer({
    webRoot: WEB_ROOT,
    appInfo,
    mediaUrl: config.mediaUrl,
    addresses,
    hosts,
    isHttps: secureCookies,
    version,
    canonicalUrl: withoutDoubledPrefix,
    log,
    onFailed: room.checkError,
  })
  const inFlight = createRequestsInFlight()
  const realtimeServer: RealtimeServer = createRealtime({
    authenticate,
    addresses,
    hosts,
    clock,
    log,
    nodes: between.events,
    inFlight,
    storeSeen: (members, at) => storeSeen(db, members, at),
  })
  // Also with PostgreSQL, whose files often lie on the same disk.
  const measure = deps.measureDisk ?? diskOf(config.dataDir)
  const reserve = createDiskReserve({ clock, log, measure })
  const route = createRouter(http, {
    authenticate,
    uploadFolder: uploads.path,
    inFlight,
    positionOf: realtimeServer.positionOf,
    reserve,
    security: createSecurityLog(log),
    box,
  })
  systemRoutes(route, appInfo, {
    databaseAnswers: createDatabaseCheck(db, clock),
    storageIsFull: room.isFull,
  })
  return {
    config,
    upward: createUpwardCalls(),
    clock,
    log,
    random: Math.random,
    version,
    nodeId,
    nodeGuard,
    databaseSockets,
    postgresAccess,
    bus,
    calls,
    work,
    limits: config.databaseUrl
      ? createLimits(clock, createSharedCounts(db, clock))
      : createLimits(clock),
    databaseFile,
    db,
    uploads,
    room,
    reserve,
    accounts,
    secureCookies,
    http,
    realtimeServer,
    realtime: realtimeServer.realtime,
    route,
    secretKey,
    box,
    passwordCost: deps.passwordCost,
  }
}
