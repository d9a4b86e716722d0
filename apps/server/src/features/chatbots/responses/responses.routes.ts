import { NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '@kirim/contract/call'
import {
  exportSavedResponses,
  listSavedResponses,
  SavedResponse,
} from '@kirim/contract/chatbot-tools'
import { messageAsText } from '@kirim/contract/message-kinds'
import { z } from 'zod'
import type { Caller } from '../../../platform/caller.ts'
import { DomainError } from '../../../platform/errors.ts'
import { exportTable } from '../../../platform/export/export-table.ts'
import { exportedName, PHONE_NUMBER, tableFor } from '../../../platform/export/exported-table.ts'
import { exportedMoment } from '../../../platform/export/local-moment.ts'
import { searchedBy } from '../../../platform/hidden-numbers/searched-by.ts'
import { shownTo } from '../../../platform/hidden-numbers/shown-to.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { listInPages } from '../../../platform/http/streamed.ts'
import { searchTexts } from '../../../platform/search-text.ts'
import type { RequireNumber } from '../numbers/numbers.repository.ts'
import type { ResponsesRepository } from './responses.repository.ts'

/** There may be any number of responses, so a page always ends. */
const PAGE_DEFAULT = 100

export function responsesRoutes(
  route: Route,
  deps: { readonly requireNumber: RequireNumber; readonly responses: ResponsesRepository },
): void {
  const { requireNumber, responses } = deps

  route(listSavedResponses, async ({ caller, params, query, reply }) => {
    const { workspaceId } = caller
    const number = await requireNumber(workspaceId, params.deviceId)
    const before = query.cursor || null
    if (before !== null && !/^[\da-f-]+$/.test(before)) throw new DomainError('malformed_request')
    const texts = searchTexts(searchedBy(caller, query.q) ?? '')
    const filter = await responses.narrow({ workspaceId, deviceId: number.id, texts })
    const limit = query.limit ?? PAGE_DEFAULT
    const rows = await responses.list(filter, { before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = rows.length > page.length ? page.at(-1) : undefined
    if (last) reply.header(NEXT_CURSOR_HEADER, last.id)
    // A first page that is not full contains everything.
    const total = before === null && !last ? rows.length : await responses.count(filter)
    if (total !== null) reply.header(TOTAL_COUNT_HEADER, total)
    return listInPages(responses.read(page))
  })

  route(exportSavedResponses, async ({ caller, params, query, reply }) => {
    const number = await requireNumber(caller.workspaceId, params.deviceId)
    const table = {
      name: `responses-${number.number}`,
      headings: ['Time', 'Item', 'Name', PHONE_NUMBER, 'Message'],
      pages: responseRows(responses, caller, number.id, query.timeZone),
    }
    return exportTable(reply, 'csv', tableFor(caller, table))
  })
}

const PAGE_SIZE = 500
const SavedResponses = z.array(SavedResponse)

/** All saved responses of a number, newest first. Messages without text are named in English. */
async function* responseRows(
  responses: ResponsesRepository,
  caller: Caller,
  deviceId: string,
  timeZone: string | undefined,
): AsyncGenerator<string[][]> {
  const place = { workspaceId: caller.workspaceId, deviceId }
  for (let before: string | null = null; ; ) {
    const found = await responses.list({ ...place, texts: [] }, { before, limit: PAGE_SIZE })
    for await (const some of responses.read(found)) {
      const shown = shownTo(caller, SavedResponses, some)
      yield shown.map(({ at, itemName, name, phoneNumber, username, kind, text }) => [
        exportedMoment(at, timeZone),
        itemName,
        exportedName({ name, phoneNumber, username }),
        phoneNumber,
        messageAsText(kind, text),
      ])
    }
    if (found.length < PAGE_SIZE) return
    before = found.at(-1)?.id ?? null
  }
}
