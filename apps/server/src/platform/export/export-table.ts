import type { FastifyReply } from 'fastify'
import { BYTE_ORDER_MARK, csvRecords } from '../csv.ts'
import { Streamed } from '../http/streamed.ts'
import type { ExportedTable } from './exported-table.ts'
import { xlsxParts } from './xlsx.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export type ExportFormat = keyof typeof TYPES

/** Streams a table as a file, page by page, in constant memory. No cell is ever a formula. */
export function exportTable(
  reply: FastifyReply,
  format: ExportFormat,
  table: ExportedTable,
): Streamed<undefined> {
  const parts = format === 'csv' ? csvParts(table) : xlsxParts(table)
  return sendFile(reply, table.name, format, parts)
}

/** Sends a finished workbook. */
export function sendWorkbook(
  reply: FastifyReply,
  name: string,
  workbook: Buffer,
): Streamed<undefined> {
  async function* whole() {
    yield workbook
  }
  return sendFile(reply, name, 'xlsx', whole())
}

function sendFile(
  reply: FastifyReply,
  name: string,
  format: ExportFormat,
  parts: AsyncGenerator<string | Buffer>,
): Streamed<undefined> {
  reply.header('content-disposition', `attachment; filename="${name}.${format}"`)
  return new Streamed(TYPES[format], parts)
}

async function* csvParts({ headings, pages }: ExportedTable): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecords([headings])
  for await (const page of pages) if (page.length > 0) yield csvRecords(page)
}
