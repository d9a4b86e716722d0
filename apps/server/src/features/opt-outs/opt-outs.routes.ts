import {
  addOptOut,
  exportOptOuts,
  exportOptOutsWorkbook,
  importOptOuts,
  listOptOutChanges,
  listOptOuts,
  loadOptOutSettings,
  type OptOut,
  removeOptOut,
  saveOptOutSettings,
} from '@kirim/contract/opt-outs'
import type { NamesOf } from '../../platform/authors.ts'
import type { Sight } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError, refusedField } from '../../platform/errors.ts'
import { exportTable } from '../../platform/export/export-table.ts'
import { searchedBy } from '../../platform/hidden-numbers/searched-by.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Log } from '../../platform/log.ts'
import type { Quota } from '../../platform/quota.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { searchTexts } from '../../platform/search-text.ts'
import type { Change } from './change.ts'
import { optOutsTable } from './export-opt-outs.ts'
import { importOptOuts as importList } from './import-opt-outs.ts'
import type { OptOutSettingsRepository } from './opt-out-settings.repository.ts'
import type { AnswerOutgoing, OptOutNames, Person, ReadPeople } from './opt-outs.ports.ts'
import type { OptOutsRepository, StoredOptOut } from './opt-outs.repository.ts'
import { presentChanges, presentOptOuts } from './present-opt-out.ts'
import { lockOptOuts, recordChange } from './record-change.ts'
import type { WholeOf } from './whole-person.ts'

const PAGE_DEFAULT = 50

export interface OptOutRoutesDeps {
  readonly db: Db
  readonly quota: Quota
  readonly optOuts: OptOutsRepository
  readonly settings: OptOutSettingsRepository
  readonly names: OptOutNames
  readonly namesOf: NamesOf
  readonly readPeople: ReadPeople
  readonly admitRoom: () => Promise<void>
  /** Parses a number as users write it to international digits; null when it is invalid. */
  readNumber(workspaceId: string, written: string): Promise<string | null>
  readonly wholeOf: WholeOf
  readonly outgoing: Pick<AnswerOutgoing, 'leavingOver'>
  readonly realtime: Realtime
  readonly log: Log
  readonly clock: Clock
}

export function optOutsRoutes(route: Route, deps: OptOutRoutesDeps): void {
  const { db, quota, optOuts, settings, outgoing, realtime, clock } = deps
  const changed = (workspaceId: string) => realtime.toWorkspace(workspaceId, 'opt_outs_changed')

  /**
   * Throws `already` when there is nothing to change. Only opting back in can exceed
   * `quota_opt_outs`: strangers' messages count towards it, and must never keep an owner from
   * opting people out.
   */
  async function change(
    sight: Sight,
    person: Person,
    what: Omit<Change, 'at'>,
    already: DomainError,
  ): Promise<OptOut> {
    const row = await db.transaction().execute(async (tx) => {
      const at = clock.now()
      await lockOptOuts(tx, person.workspaceId, at)
      const written = await recordChange(tx, person, { ...what, at })
      if (written && what.change === 'back') await quota.admit(tx, person.workspaceId, 0)
      return written
    })
    if (!row) throw already
    changed(person.workspaceId)
    if (what.change === 'out') await outgoing.leavingOver(person.workspaceId)
    return presentOne(sight, row)
  }

  async function presentOne(sight: Sight, row: StoredOptOut): Promise<OptOut> {
    const [presented] = await presentOptOuts(deps, sight, [row])
    if (!presented) throw new DomainError('gone_meanwhile')
    return presented
  }

  route(listOptOuts, async ({ caller, query }) => {
    const { workspaceId } = caller
    const before = query.cursor || null
    if (before !== null && !/^[\da-f-]+$/.test(before)) throw new DomainError('malformed_request')
    const limit = query.limit ?? PAGE_DEFAULT
    const texts = searchTexts(searchedBy(caller, query.q) ?? '')
    const filter = { workspaceId, standing: query.standing ?? null, texts }
    const rows = await optOuts.list(filter, { before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    return {
      items: await presentOptOuts(deps, caller, page),
      next: rows.length > limit ? (page.at(-1)?.last_change_id ?? null) : null,
      counts: await optOuts.counts(workspaceId),
    }
  })

  route(addOptOut, async ({ caller, body }) => {
    const { workspaceId, personId: changedBy } = caller
    const phoneNumber = await deps.readNumber(workspaceId, body.phoneNumber)
    if (!phoneNumber) throw refusedField('phone_number_invalid', ['phoneNumber'])
    const person = await deps.wholeOf({ workspaceId, phoneNumber, lid: null })
    return change(
      caller,
      person,
      { change: 'out', how: 'owner', reason: body.reason, changedBy },
      refusedField('opt_out_known', ['phoneNumber']),
    )
  })

  route(removeOptOut, async ({ caller, params, body }) => {
    const { workspaceId, personId: changedBy } = caller
    const { phone_number, lid } = await optOuts.require(workspaceId, params.id)
    const person = { workspaceId, phoneNumber: phone_number, lid }
    return change(
      caller,
      person,
      { change: 'back', how: 'owner', reason: body.reason, changedBy },
      new DomainError('opt_out_back'),
    )
  })

  route(listOptOutChanges, async ({ caller, params }) => {
    const { id } = await optOuts.require(caller.workspaceId, params.id)
    return presentChanges(deps, caller, await optOuts.changes(id))
  })

  route(importOptOuts, async ({ caller, body, file }) => {
    const { workspaceId } = caller
    try {
      return await importList(deps, caller, file, body.mapping ?? null)
    } finally {
      changed(workspaceId)
      await outgoing.leavingOver(workspaceId)
    }
  })

  for (const [spec, format] of [
    [exportOptOuts, 'csv'],
    [exportOptOutsWorkbook, 'xlsx'],
  ] as const) {
    route(spec, async ({ caller, query, reply }) =>
      exportTable(reply, format, optOutsTable(deps, caller, query)),
    )
  }

  route(loadOptOutSettings, ({ caller }) => settings.load(caller.workspaceId))

  route(saveOptOutSettings, async ({ caller: { workspaceId }, body }) => {
    await settings.save(workspaceId, body)
    changed(workspaceId)
    return settings.load(workspaceId)
  })
}
