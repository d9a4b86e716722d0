import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createNodesRepository } from '../features/cluster/nodes.repository.ts'
import { freeEveryDevice } from '../features/devices/leases/leases.repository.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createSecretBox, type SecretBox } from '../platform/crypto/secret-box.ts'
import { loadSecretKey } from '../platform/crypto/secret-key.ts'
import { claimDataDir } from '../platform/data-dir.ts'
import { checkPostgres } from '../platform/database/check-postgres.ts'
import { createDatabaseClaim } from '../platform/database/claim-database.ts'
import type { Db } from '../platform/database/database.ts'
import { databaseNow } from '../platform/database/database-clock.ts'
import { createDatabaseSockets } from '../platform/database/database-sockets.ts'
import { migrate } from '../platform/database/migrate.ts'
import { type CopiedTable, copyTables } from '../platform/database/move/copy-tables.ts'
import { withFrozenTables } from '../platform/database/move/freeze-tables.ts'
import { clearMark, readMark, refuseMoved, setMark } from '../platform/database/move/move-marks.ts'
import { sameTables } from '../platform/database/move/moved-tables.ts'
import { checkSecretKey } from '../platform/database/secret-check.ts'
import { isSqlite } from '../platform/database/text-search.ts'
import { explainUnusableDatabase } from '../platform/database/unusable-database.ts'
import { newId } from '../platform/ids.ts'
import type { Part } from '../platform/lifecycle.ts'
import type { Log } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'
import { copyMedia, type MediaPlace } from './move-media.ts'
import { type MovePlace, openSource, openTarget, prepareTarget } from './move-places.ts'

export interface MoveDeps {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  onTable(table: CopiedTable): void
}

export interface MoveRequest {
  readonly from: MovePlace
  /** Null to move only media. */
  readonly to: MovePlace | null
  readonly media: MediaPlace | null
}

export interface MoveResult {
  readonly media: { readonly copied: number; readonly missing: number } | null
  /** The new path of an embedded database that was in the way. */
  readonly aside: string | null
}

/**
 * Moves an installation while no server uses it: first its media, then its database. The source is
 * kept and marked, so that no server starts on it. An interrupted move leaves the source unchanged
 * and the target marked as unfinished; repeating it starts over.
 */
export async function move(request: MoveRequest, deps: MoveDeps): Promise<MoveResult> {
  const claims = await claimAlone(request, deps)
  try {
    return await moveAlone(request, deps)
  } finally {
    for (const claim of claims) await claim.stop()
  }
}

async function moveAlone({ from, to, media }: MoveRequest, deps: MoveDeps): Promise<MoveResult> {
  const { config, log } = deps
  const box = openBox(config)
  const opened: Db[] = []
  try {
    const target = to && (await openTarget(to, box, log))
    if (target) opened.push(target.db)
    const source = await openSource(from, log)
    opened.push(source)
    await migrate(source)
    await checkSecretKey(source, box)
    if (target && (await isAllButFinished(source, target.unfinished, box))) {
      await clearMark(target.db, 'unfinished move')
      return { media: null, aside: null }
    }
    await refuseMoved(source)
    const copied = media && (await copyMedia(deps, source, media))
    if (!target) return { media: copied, aside: null }
    const { db, aside } = await prepareTarget(target, log)
    opened.push(db)
    await moveDatabase(source, db, { ...deps, box })
    return { media: copied, aside }
  } finally {
    for (const db of opened) await db.destroy()
  }
}

/** Ensures that no server runs on the data directory or a database. */
async function claimAlone(
  { from, to }: MoveRequest,
  { config, clock, log }: MoveDeps,
): Promise<Part[]> {
  const lock = claimDataDir(config.dataDir)
  const claims: Part[] = [
    { name: 'data directory', start: async () => {}, stop: async () => lock.release() },
  ]
  try {
    for (const place of [from, to]) {
      if (place?.kind !== 'PostgreSQL') continue
      await checkPostgres(place.url, systemClock)
      const claim = createDatabaseClaim(place.url, {
        mode: 'alone',
        sockets: createDatabaseSockets(),
        clock,
        log,
        onTaken: () => log.warn('a server waits for the database that is being moved'),
      })
      await claim.start()
      claims.push(claim)
    }
    return claims
  } catch (error) {
    for (const claim of claims) await claim.stop()
    throw explainUnusableDatabase(error, '')
  }
}

/** The key that seals the credentials in the database, which are copied as they are. */
function openBox({ dataDir, secretKey }: Config): SecretBox {
  const file = join(dataDir, 'secret.key')
  if (!secretKey && !existsSync(file)) {
    throw new StartError(
      `There is no secret key in ${dataDir}. Copy secret.key there from the data directory that the devices were linked with, or set SECRET_KEY to it.`,
    )
  }
  return createSecretBox(loadSecretKey(dataDir, secretKey))
}

/** Whether only removing the target's mark is left to do. */
async function isAllButFinished(source: Db, unfinished: string | null, box: SecretBox) {
  return unfinished !== null && (await readMark(source, box, 'moved')) === unfinished
}

async function moveDatabase(
  source: Db,
  target: Db,
  { box, clock, onTable }: MoveDeps & { readonly box: SecretBox },
): Promise<void> {
  const moveId = newId()
  await migrate(target)
  const tables = await sameTables(source, target)
  await setMark(target, box, 'unfinished move', moveId)
  await withFrozenTables(source, tables, async (tx) => {
    await createNodesRepository(tx, databaseNow(!isSqlite(tx), clock)).markAllLeft()
    await freeEveryDevice(tx)
    for await (const table of copyTables(tables, tx, target)) onTable(table)
    await setMark(tx, box, 'moved', moveId)
  })
  await clearMark(target, 'unfinished move')
}
