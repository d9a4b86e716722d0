import { setImmediate } from 'node:timers/promises'
import type { NamesOf } from '../../platform/authors.ts'
import { type ExportedTable, exportedName } from '../../platform/export/exported-table.ts'
import { exportedMoment } from '../../platform/export/local-moment.ts'
import type { OptOutNames } from './opt-outs.ports.ts'
import type { OptOutFilter, OptOutsRepository } from './opt-outs.repository.ts'
import { presentOptOuts } from './present-opt-out.ts'

const ROWS_AT_ONCE = 250

/**
 * How the file marks people who opted back in; an import skips these rows. Earlier exports have the
 * second heading.
 */
export const CAME_BACK = { headings: ['Opted out', 'Left alone'], cell: 'no' } as const

const HEADINGS = [
  'Name',
  'Phone number',
  CAME_BACK.headings[0],
  'Since',
  'How',
  'Last change',
  'Wrote',
  'To',
  'Campaign',
  'Reason',
  'File',
]

interface ExportDeps {
  readonly optOuts: OptOutsRepository
  readonly names: OptOutNames
  readonly namesOf: NamesOf
}

/** The list, last change first. */
export function optOutsTable(
  deps: ExportDeps,
  filter: OptOutFilter,
  timeZone: string | undefined,
): ExportedTable {
  return { name: 'opt-outs', headings: HEADINGS, pages: recordsOf(deps, filter, timeZone) }
}

async function* recordsOf(
  deps: ExportDeps,
  filter: OptOutFilter,
  timeZone: string | undefined,
): AsyncGenerator<string[][]> {
  for (let before: string | null = null; ; ) {
    const rows = await deps.optOuts.list(filter, { before, limit: ROWS_AT_ONCE })
    const people = await presentOptOuts(deps, filter.workspaceId, rows)
    yield people.map(({ name, phoneNumber, username, standing, since, last }) => [
      exportedName({ name, phoneNumber, username }),
      phoneNumber,
      standing === 'back' ? CAME_BACK.cell : 'yes',
      exportedMoment(since, timeZone),
      last.how,
      exportedMoment(last.at, timeZone),
      last.word,
      last.deviceName,
      last.campaignName,
      last.reason,
      last.fileName,
    ])
    if (rows.length < ROWS_AT_ONCE) return
    before = rows.at(-1)?.last_change_id ?? null
    await setImmediate()
  }
}
