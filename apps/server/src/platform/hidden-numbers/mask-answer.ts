import type { CallSpec, ResponseOf } from '@kirim/contract/call'
import type { z } from 'zod'
import type { Caller } from '../caller.ts'
import { type ExportedTable, PHONE_NUMBER } from '../export/exported-table.ts'
import { Streamed } from '../http/streamed.ts'
import { numbersIn } from './numbers-in.ts'
import { scrubbed, scrubOf } from './without-numbers.ts'

type HidesNumbers = Pick<Caller, 'hidesNumbers'>

/**
 * The answer of a call as those see it from whom phone numbers are hidden. The rows of a file are
 * `shownTo` its reader by whoever writes them.
 */
export function maskAnswer<C extends CallSpec>(
  { response }: C,
  answer: ResponseOf<C> | Streamed<ResponseOf<C>>,
): ResponseOf<C> | Streamed<ResponseOf<C>> {
  if (!response || !numbersIn(response)) return answer
  if (answer instanceof Streamed) return answer.changed((page) => masked(response, page))
  return masked(response, answer)
}

/** A value of this schema as a caller sees it. */
export function shownTo<T>({ hidesNumbers }: HidesNumbers, schema: z.core.$ZodType, value: T): T {
  return hidesNumbers ? masked(schema, value) : value
}

/** A table of people as a caller sees it: where phone numbers are hidden, without their column. */
export function tableFor({ hidesNumbers }: HidesNumbers, table: ExportedTable): ExportedTable {
  const column = table.headings.indexOf(PHONE_NUMBER)
  if (!hidesNumbers || column < 0) return table
  return {
    ...table,
    headings: table.headings.toSpliced(column, 1),
    pages: withoutColumn(table.pages, column),
  }
}

async function* withoutColumn(pages: ExportedTable['pages'], column: number) {
  for await (const page of pages) yield page.map((row) => row.toSpliced(column, 1))
}

function masked<T>(schema: z.core.$ZodType, value: T): T {
  const numbers = new Set<string>()
  numbersIn(schema)?.(value, numbers)
  return numbers.size === 0 ? value : scrubbed(value, scrubOf(numbers))
}
