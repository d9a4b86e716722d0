import { messageAsText } from '@kirim/contract/message-kinds'
import { BYTE_ORDER_MARK, csvRecords } from '../../../platform/csv.ts'
import { exportedName } from '../../../platform/export/exported-table.ts'
import { exportedMoment } from '../../../platform/export/local-moment.ts'
import type { ResponsesRepository } from './responses.repository.ts'

const PAGE_SIZE = 500

/**
 * All saved responses of a number as CSV, newest first, page by page. Messages without text are
 * named in English.
 */
export async function* exportResponses(
  responses: ResponsesRepository,
  place: { readonly userId: string; readonly deviceId: string },
  timeZone: string | undefined,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecords([['Time', 'Item', 'Name', 'Phone number', 'Message']])
  for (let before: string | null = null; ; ) {
    const found = await responses.list({ ...place, texts: [] }, { before, limit: PAGE_SIZE })
    for await (const some of responses.read(found)) {
      yield csvRecords(
        some.map(({ at, itemName, name, phoneNumber, username, kind, text }) => [
          exportedMoment(at, timeZone),
          itemName,
          exportedName({ name, phoneNumber, username }),
          phoneNumber,
          messageAsText(kind, text),
        ]),
      )
    }
    if (found.length < PAGE_SIZE) return
    before = found.at(-1)?.id ?? null
  }
}
