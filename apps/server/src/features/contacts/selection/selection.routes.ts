import { changeContacts, exportSelectedContacts } from '@kirim/contract/contact-selection'
import { exportTable } from '../../../platform/export/export-table.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { createKeyedLock } from '../../../platform/lock.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { FieldsRepository } from '../details/fields.repository.ts'
import { contactsTable } from '../export-contacts.ts'
import { type ChangeDeps, changeContacts as change } from './change-contacts.ts'

export interface SelectionDeps extends ChangeDeps {
  readonly fields: FieldsRepository
  readonly realtime: Realtime
}

/** Changes and exports of several contacts at once. */
export function selectionRoutes(route: Route, deps: SelectionDeps): void {
  // Concurrent changes of one member would take half of the database's time.
  const inTurn = createKeyedLock()

  route(changeContacts, async ({ caller, body }) => {
    const { workspaceId } = caller
    const step = await inTurn(workspaceId, () => change(deps, caller, body))
    deps.realtime.toWorkspace(workspaceId, 'contacts_changed')
    return step
  })

  route(exportSelectedContacts, async ({ caller, body, reply }) => {
    const table = await contactsTable(deps, caller, { groupId: null, ids: body.ids })
    return exportTable(reply, body.format, table)
  })
}
