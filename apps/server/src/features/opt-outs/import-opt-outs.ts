import { setImmediate } from 'node:timers/promises'
import type { ImportMapping } from '@kirim/contract/contact-import'
import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { oneLine } from '@kirim/contract/names'
import type { OptOutImport } from '@kirim/contract/opt-outs'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { cutText } from '../../platform/cut-text.ts'
import { chunks, type Db } from '../../platform/database/database.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { importStopped } from '../../platform/import-stopped.ts'
import type { Log } from '../../platform/log.ts'
import type { Quota } from '../../platform/quota.ts'
import { CAME_BACK } from './export-opt-outs.ts'
import type { ReadPeople } from './opt-outs.ports.ts'
import { standingsAmong } from './opt-outs.repository.ts'
import { PEOPLE_AT_ONCE, recordChanges } from './record-changes.ts'

interface ImportDeps {
  readonly db: Db
  readonly quota: Quota
  readonly readPeople: ReadPeople
  /** Throws when the disk is low on space. */
  readonly admitRoom: () => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Opts out everyone in a spreadsheet. Existing opt-outs stay unchanged, nobody is opted back in,
 * and rows that an export marked as opted back in are skipped. Problems of the whole file and
 * `quota_opt_outs` are thrown before anything is written. An import that stops midway throws the
 * refusal of `importStopped`; opt-outs written by then stay.
 */
export async function importOptOuts(
  deps: ImportDeps,
  { workspaceId, personId }: Pick<Caller, 'workspaceId' | 'personId'>,
  file: UploadedFile | null,
  mapping: ImportMapping | null,
): Promise<OptOutImport> {
  const { readPeople, log } = deps
  const how = { mapping, passOver: CAME_BACK }
  const { people, errors, refused, passedOver } = await readPeople(workspaceId, file, how)
  await refuseTooMany(
    deps,
    workspaceId,
    people.map(({ phoneNumber }) => phoneNumber),
  )
  const fileName = cutText(oneLine(file?.originalName ?? ''), NAME_MAX_LENGTH)
  let added = 0
  let done = 0
  for (const some of chunks(people, PEOPLE_AT_ONCE)) {
    try {
      await deps.admitRoom()
      const change = { change: 'out', how: 'import', fileName, changedBy: personId } as const
      added += (await recordChanges(deps, workspaceId, some, change)).length
    } catch (err) {
      log.warn(
        { err, workspaceId, personId, done, total: people.length },
        'an import of opt-outs stopped',
      )
      throw importStopped(err, done, people.length)
    }
    done += some.length
    await setImmediate()
  }
  const known = people.length - added
  const counts = { added, known, passedOver, refused }
  return { message: sentence(counts), ...counts, errors: [...errors] }
}

/** Throws `quota_opt_outs` when there is no room for all new opt-outs. */
async function refuseTooMany(
  { db, quota }: ImportDeps,
  workspaceId: string,
  phoneNumbers: readonly string[],
): Promise<void> {
  let added = 0
  for (const some of chunks(phoneNumbers)) {
    const standings = await standingsAmong(db, workspaceId, some)
    const known = [...standings.values()].filter(({ standing }) => standing !== 'back')
    added += some.length - known.length
    await setImmediate()
  }
  if (added === 0) return
  await db.transaction().execute((tx) => quota.admit(tx, workspaceId, added))
}

type Counts = Pick<OptOutImport, 'added' | 'known' | 'passedOver' | 'refused'>

function sentence({ added, known, passedOver, refused }: Counts): string {
  const n = (count: number) => count.toLocaleString('en')
  const parts = [
    `${n(added)} added`,
    ...(known > 0 ? [`${n(known)} already opted out`] : []),
    ...(passedOver > 0 ? [`${n(passedOver)} skipped (not opted out in the file)`] : []),
    ...(refused > 0 ? [`${n(refused)} refused`] : []),
  ]
  return `${parts.join(', ')}.`
}
