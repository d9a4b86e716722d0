import { setImmediate } from 'node:timers/promises'
import type { QueryOf } from '@kirim/contract/call'
import { type exportOptOuts, OptOut } from '@kirim/contract/opt-outs'
import { z } from 'zod'
import type { NamesOf } from '../../platform/authors.ts'
import type { Caller } from '../../platform/caller.ts'
import {
  type ExportedTable,
  exportedName,
  PHONE_NUMBER,
  tableFor,
} from '../../platform/export/exported-table.ts'
import { exportedMoment } from '../../platform/export/local-moment.ts'
import { shownTo } from '../../platform/hidden-numbers/shown-to.ts'
import type { OptOutNames } from './opt-outs.ports.ts'
import type { OptOutsRepository } from './opt-outs.repository.ts'
import { presentOptOuts } from './present-opt-out.ts'

const OptOuts = z.array(OptOut)

const ROWS_AT_ONCE = 250

/**
 * How the file marks people who opted back in; an import skips these rows. Earlier exports have the
 * second heading.
 */
export const CAME_BACK = { headings: ['Opted out', 'Left alone'], cell: 'no' } as const

const HEADINGS = [
  'Name',
  PHONE_NUMBER,
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
  caller: Caller,
  query: QueryOf<typeof exportOptOuts>,
): ExportedTable {
  const pages = recordsOf(deps, caller, query)
  return tableFor(caller, { name: 'opt-outs', headings: HEADINGS, pages })
}

async function* recordsOf(
  deps: ExportDeps,
  caller: Caller,
  { standing, timeZone }: QueryOf<typeof exportOptOuts>,
): AsyncGenerator<string[][]> {
  const filter = { workspaceId: caller.workspaceId, standing: standing ?? null, texts: [] }
  for (let before: string | null = null; ; ) {
    const rows = await deps.optOuts.list(filter, { before, limit: ROWS_AT_ONCE })
    const people = await presentOptOuts(deps, caller, rows)
    yield shownTo(caller, OptOuts, people).map(
      ({ name, phoneNumber, username, standing, since, last }) => [
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
      ],
    )
    if (rows.length < ROWS_AT_ONCE) return
    before = rows.at(-1)?.last_change_id ?? null
    await setImmediate()
  }
}
