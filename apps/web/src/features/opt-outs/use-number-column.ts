import type { ImportMapping, SheetColumns, SheetReading } from '@kirim/contract/contact-import'
import { useState } from 'react'

/** The column that has the numbers of a list: the one that was found until another is chosen. */
export function useNumberColumn(sheet: SheetColumns | null, reading: SheetReading) {
  const [chosen, setChosen] = useState<number | null>(null)
  const columns = sheet?.columns ?? []
  const isThere = columns.some(({ column }) => column === chosen)
  const column = isThere ? chosen : (sheet?.phone ?? null)
  return {
    column,
    mapping: mappingOf(column),
    /** Returns the mapping of the new choice. */
    choose(next: number): ImportMapping | null {
      setChosen(next)
      return mappingOf(next)
    },
    clear: () => setChosen(null),
  }

  function mappingOf(phone: number | null): ImportMapping | null {
    if (!sheet || phone === null) return null
    const found: ImportMapping['columns'] = [
      ...sheet.otherPhones.map((column) => ({ column, as: 'otherPhone' }) as const),
      ...of(sheet.countryCode).map((column) => ({ column, as: 'countryCode' }) as const),
      ...of(sheet.name).map((column) => ({ column, as: 'name' }) as const),
    ]
    return {
      ...reading,
      fromRow: sheet.fromRow,
      columns: [{ column: phone, as: 'phone' }, ...found.filter(({ column }) => column !== phone)],
    }
  }
}

function of(column: number | null): number[] {
  return column === null ? [] : [column]
}
