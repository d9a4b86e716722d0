import { type OnConflictBuilder, sql } from 'kysely'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import { chunks, type Db } from '../../../platform/database/database.ts'
import { elements, textAt } from '../../../platform/database/json-rows.ts'
import { prepared, preparedForKeys } from '../../../platform/database/prepared.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { createBatches } from '../../../platform/in-batches.ts'
import {
  type CredentialPiece,
  type CredentialStore,
  UnreadableCredentials,
} from '../devices.ports.ts'
import { type Lease, type OwnedDevices, ownedRow } from '../leases/owned-devices.ts'

/** The maximum number of writes per transaction, all of one device. */
const WRITES_AT_ONCE = 50

/**
 * Credentials in the database, each piece sealed with its key as context. `owned.require` rejects
 * once another node has the device, because its keys have advanced by then.
 */
export function createCredentialStore(
  db: Db,
  box: SecretBox,
  owned: Pick<OwnedDevices, 'require' | 'leaseOf'>,
): CredentialStore {
  function unseal({ sealed }: { sealed: string }, place: string): string {
    try {
      return box.open(sealed, place)
    } catch (cause) {
      throw new UnreadableCredentials('Stored credentials cannot be opened.', { cause })
    }
  }

  async function write(
    deviceId: string,
    writes: readonly (readonly CredentialPiece[])[],
  ): Promise<void> {
    const pieces = latest(writes)
    if (await storeAtOnce(deviceId, pieces)) return
    await db.transaction().execute(async (tx) => {
      // The device may have been unlinked meanwhile: late writes of its closing session are
      // dropped.
      const [linked] = await findLinked(tx, { deviceId })
      if (!linked) return
      await owned.require(tx, deviceId)
      for (const { kind, name, value } of pieces) {
        if (value === null) await removePiece(tx, { deviceId, kind, name })
      }
      const rows = sealedRows(box, deviceId, pieces)
      if (rows.length > 0) await storeLinked(tx, { deviceId, rows: textsOf(rows) })
    })
  }

  /**
   * Stores in one statement. Returns false and stores nothing if a piece is to be removed, this
   * node does not have the lease, or the device is not linked.
   */
  async function storeAtOnce(
    deviceId: string,
    pieces: readonly CredentialPiece[],
  ): Promise<boolean> {
    if (pieces.some(({ value }) => value === null)) return false
    const lease = owned.leaseOf(deviceId)
    const rows = sealedRows(box, deviceId, pieces)
    const stored = lease
      ? await storeOwned(db, {
          ...lease,
          kinds: rows.map(({ kind }) => kind),
          names: rows.map(({ name }) => name),
          sealed: rows.map(({ sealed }) => sealed),
        })
      : await storeLinked(db, { deviceId, rows: textsOf(rows) })
    return stored.length === rows.length
  }

  // A busy device changes three sessions with each answer, in many chats at once.
  const batches = createBatches(WRITES_AT_ONCE, write)

  return {
    async read(deviceId, kind, names) {
      const found = new Map<string, string>()
      for (const some of chunks(names)) {
        const rows = await readPieces(
          db,
          some.map((name) => ({ deviceId, kind, name })),
        )
        for (const row of rows) found.set(row.name, unseal(row, placeOf(deviceId, kind, row.name)))
      }
      return found
    },

    write: (deviceId, pieces) => batches.add(deviceId, [pieces]),
  }
}

/** Reads one piece of each of an owner's devices, except those that cannot be opened. */
export function createPiecesOfOwner(db: Db, box: SecretBox) {
  return async (workspaceId: string, kind: string, name: string): Promise<string[]> => {
    const rows = await piecesOfOwner(db, { workspaceId, kind, name })
    return rows.flatMap(({ device_id, sealed }) => {
      try {
        return [box.open(sealed, placeOf(device_id, kind, name))]
      } catch {
        return []
      }
    })
  }
}

const piecesOfOwner = prepared(
  (db, { workspaceId, kind, name }: { workspaceId: string; kind: string; name: string }) =>
    db
      .selectFrom('devices')
      .innerJoin('device_credentials', 'device_credentials.device_id', 'devices.id')
      .select(['device_credentials.device_id', 'device_credentials.sealed'])
      .where('devices.user_id', '=', workspaceId)
      .where('device_credentials.kind', '=', kind)
      .where('device_credentials.name', '=', name),
)

interface Place {
  readonly deviceId: string
  readonly kind: string
  readonly name: string
}

/** Reads the pieces of one device and kind. */
const readPieces = preparedForKeys((db, places: readonly Place[]) =>
  db
    .selectFrom('device_credentials')
    .select(['name', 'sealed'])
    .where('device_id', '=', places[0]?.deviceId ?? '')
    .where('kind', '=', places[0]?.kind ?? '')
    .where(
      'name',
      'in',
      places.map(({ name }) => name),
    ),
)

const removePiece = prepared((db, { deviceId, kind, name }: Place) =>
  db
    .deleteFrom('device_credentials')
    .where('device_id', '=', deviceId)
    .where('kind', '=', kind)
    .where('name', '=', name),
)

const findLinked = prepared((db, { deviceId }: Pick<Place, 'deviceId'>) =>
  db.selectFrom('devices').select('id').where('id', '=', deviceId).where('logged_out', '=', 0),
)

/** The last write of each piece. */
function latest(writes: readonly (readonly CredentialPiece[])[]): CredentialPiece[] {
  return [...new Map(writes.flat().map((piece) => [`${piece.kind}/${piece.name}`, piece])).values()]
}

/** Stores pieces of a device's credentials in the transaction that creates or changes them. */
export async function insertPieces(
  tx: Db,
  box: SecretBox,
  deviceId: string,
  pieces: readonly CredentialPiece[],
): Promise<void> {
  for (const some of chunks(sealedRows(box, deviceId, pieces))) {
    await tx.insertInto('device_credentials').values(some).onConflict(replaceSealed).execute()
  }
}

function replaceSealed(conflict: OnConflictBuilder<Database, 'device_credentials'>) {
  return conflict
    .columns(['device_id', 'kind', 'name'])
    .doUpdateSet((eb) => ({ sealed: eb.ref('excluded.sealed') }))
}

function sealedRows(box: SecretBox, deviceId: string, pieces: readonly CredentialPiece[]) {
  return pieces.flatMap(({ kind, name, value }) =>
    value === null
      ? []
      : [
          {
            device_id: deviceId,
            kind,
            name,
            sealed: box.seal(value, placeOf(deviceId, kind, name)),
          },
        ],
  )
}

type SealedRow = ReturnType<typeof sealedRows>[number]

function textsOf(rows: readonly SealedRow[]): string {
  return JSON.stringify(rows.map(({ kind, name, sealed }) => [kind, name, sealed]))
}

/** Stores all, or none if the device is no longer linked; `rows` come from `textsOf`. */
const storeLinked = prepared((db, { deviceId, rows }: { deviceId: string; rows: string }) =>
  db
    .insertInto('device_credentials')
    .columns(['device_id', 'kind', 'name', 'sealed'])
    .expression(
      sql`
        select devices.id, ${textAt(0)}, ${textAt(1)}, ${textAt(2)}
        from devices, ${elements(db, rows)}
        where devices.id = ${deviceId} and devices.logged_out = 0
      `,
    )
    .onConflict(replaceSealed)
    .returning('name'),
)

interface OwnedPieces extends Lease {
  readonly kinds: readonly string[]
  readonly names: readonly string[]
  readonly sealed: readonly string[]
}

/** Stores all pieces, or none if this node has lost the lease or the device is unlinked. */
const storeOwned = prepared(
  (db, { kinds, names, sealed, deviceId, nodeId, lease }: OwnedPieces) => {
    const owned = ownedRow(db, { deviceId, nodeId, lease }).where('logged_out', '=', 0).select('id')
    const piece = sql<Record<'kind' | 'name' | 'sealed', string>>`
      unnest(${kinds}::text[], ${names}::text[], ${sealed}::text[])
    `.as<'piece'>(sql`piece (kind, name, sealed)`)
    return db
      .insertInto('device_credentials')
      .columns(['device_id', 'kind', 'name', 'sealed'])
      .expression((eb) =>
        eb
          .selectFrom(owned.as('owned'))
          .crossJoin(() => piece)
          .select(['owned.id', 'piece.kind', 'piece.name', 'piece.sealed']),
      )
      .onConflict(replaceSealed)
      .returning('name')
  },
)

function placeOf(deviceId: string, kind: string, name: string): string {
  return `${deviceId}/${kind}/${name}`
}
