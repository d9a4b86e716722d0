import { ImportMapping, type SheetColumns, type SheetReading } from '@kirim/contract/contact-import'
import { useState } from 'react'
import { type FieldIssue, fieldIssues, fieldProblem } from '#shared/forms/field-issue.ts'
import { useContactFields } from '#shared/message-editor/use-contact-fields.ts'
import { type ColumnChoice, firstChoices, mappingOf } from './column-uses.ts'

interface Chosen {
  readonly sheet: SheetColumns
  readonly choices: readonly ColumnChoice[]
}

/** What the columns of a file become: what was found until something else is chosen. */
export function useColumnChoices(sheet: SheetColumns | null, reading: SheetReading) {
  const fields = useContactFields()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [issue, setIssue] = useState<FieldIssue | null>(null)
  const isNew = sheet !== null && !(chosen && sameColumns(chosen.sheet, sheet))
  if (isNew) setChosen({ sheet, choices: firstChoices(sheet, fields) })
  const choices = sheet && !isNew ? (chosen?.choices ?? []) : []

  function parse(some: readonly ColumnChoice[]) {
    if (!sheet) return ImportMapping.safeParse(null)
    return ImportMapping.safeParse({ ...reading, ...mappingOf(sheet, some, fields) })
  }

  return {
    fields,
    choices,
    problem: fieldProblem(issue ?? undefined) ?? null,
    /** Null while something is wrong with the choices. */
    mapping: parse(choices).data ?? null,
    /** Says what is wrong with the choices, if anything is. */
    check: () => setIssue(fieldIssues(parse(choices).error).get('columns') ?? null),
    /** Returns the mapping of the new choices; null where something is wrong with them. */
    choose(next: readonly ColumnChoice[]): ImportMapping | null {
      setChosen((now) => now && { ...now, choices: next })
      setIssue(null)
      return parse(next).data ?? null
    },
    clear(): void {
      setChosen(null)
      setIssue(null)
    },
  }
}

function sameColumns(one: SheetColumns, other: SheetColumns): boolean {
  const shape = ({ sheet, fromRow, columns }: SheetColumns) =>
    JSON.stringify([sheet, fromRow, columns.map(({ column, heading }) => [column, heading])])
  return one === other || shape(one) === shape(other)
}
