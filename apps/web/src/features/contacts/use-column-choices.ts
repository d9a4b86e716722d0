import { ImportMapping, type SheetColumns } from '@kirim/contract/contact-import'
import { useState } from 'react'
import { type FieldIssue, fieldIssues, fieldProblem } from '#shared/forms/field-issue.ts'
import { useContactFields } from '#shared/message-editor/use-contact-fields.ts'
import { type ColumnChoice, firstChoices, mappingOf } from './column-uses.ts'
import type { UploadState } from './use-contact-upload.ts'

interface Columns {
  sheet: SheetColumns
  choices: readonly ColumnChoice[]
}

/**
 * What the columns of a file become. Kept while it is imported, so that a refusal leads back to the
 * choices.
 */
export function useColumnChoices(state: UploadState) {
  const fields = useContactFields()
  const [columns, setColumns] = useState<Columns | null>(null)
  const [issue, setIssue] = useState<FieldIssue | null>(null)
  if (state.step === 'columns' && columns?.sheet !== state.sheet) {
    setColumns({ sheet: state.sheet, choices: firstChoices(state.sheet, fields) })
  }
  return {
    fields,
    /** Null until the file turned out to need them. */
    columns,
    problem: fieldProblem(issue ?? undefined) ?? null,
    choose(choices: readonly ColumnChoice[]): void {
      setColumns((now) => now && { ...now, choices })
      setIssue(null)
    },
    /** The mapping; null when something is wrong with it, which is shown. */
    mapping(): ImportMapping | null {
      if (!columns) return null
      const parsed = ImportMapping.safeParse(mappingOf(columns.sheet, columns.choices, fields))
      setIssue(fieldIssues(parsed.error).get('columns') ?? null)
      return parsed.data ?? null
    },
    clear(): void {
      setColumns(null)
      setIssue(null)
    },
  }
}
