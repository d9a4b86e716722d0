import type { ContactField } from '@kirim/contract/contact-details'
import {
  ImportMapping,
  type SheetColumn,
  type SheetColumns,
  type SheetReading,
} from '@kirim/contract/contact-import'
import { useState } from 'react'
import { type FieldIssue, fieldIssues, fieldProblem } from '#shared/forms/field-issue.ts'
import { useContactFields } from '#shared/message-editor/use-contact-fields.ts'

const PLAIN_USES = ['phone', 'otherPhone', 'countryCode', 'name', 'tags'] as const
type PlainUse = (typeof PLAIN_USES)[number]

interface ReadFile {
  readonly file: File | null
  readonly sheet: SheetColumns | null
  readonly reading: SheetReading
}

/** The chosen use of a column. */
export interface ColumnChoice {
  readonly column: number
  /** `field:` with the key of a field of the user's. */
  readonly as: PlainUse | 'none' | 'new' | `field:${string}`
  /** The name of a new field. */
  readonly label: string
}

const TAGS = /^(tags?|labels?|label|kategori|category)$/i

/** The likely use of each column; unknown columns are not imported. */
export function firstChoices(
  sheet: SheetColumns,
  fields: readonly ContactField[],
): readonly ColumnChoice[] {
  const usedKeys = new Set<string>()
  return sheet.columns.map(({ column, heading }) => {
    const choice = (as: ColumnChoice['as']) => ({ column, as, label: heading })
    if (column === sheet.phone) return choice('phone')
    if (sheet.otherPhones.includes(column)) return choice('otherPhone')
    if (column === sheet.countryCode) return choice('countryCode')
    if (column === sheet.name) return choice('name')
    if (TAGS.test(heading.trim())) return choice('tags')
    const field = fields.find(({ key, label }) =>
      [key, label.toLowerCase()].includes(heading.trim().toLowerCase()),
    )
    if (!field || usedKeys.has(field.key)) return choice('none')
    usedKeys.add(field.key)
    return choice(`field:${field.key}`)
  })
}

const MANY: readonly ColumnChoice['as'][] = ['otherPhone', 'tags', 'new', 'none']

/** Changes one choice; most uses are allowed for one column only. */
export function withChoice(
  choices: readonly ColumnChoice[],
  changed: ColumnChoice,
): readonly ColumnChoice[] {
  const isOnly = !MANY.includes(changed.as)
  return choices.map((choice) => {
    if (choice.column === changed.column) return changed
    return isOnly && choice.as === changed.as ? { ...choice, as: 'none' } : choice
  })
}

export function mappingOf(
  { fromRow }: Pick<SheetColumns, 'fromRow'>,
  choices: readonly ColumnChoice[],
  fields: readonly ContactField[],
): ImportMapping {
  return {
    fromRow,
    columns: choices.flatMap(({ column, as, label }): ImportMapping['columns'] => {
      if (as === 'none') return []
      if (as === 'new') return [{ column, as: 'field', label }]
      const plain = PLAIN_USES.find((use) => use === as)
      if (plain) return [{ column, as: plain }]
      const field = fields.find(({ key }) => as === `field:${key}`)
      return field ? [{ column, as: 'field', label: field.key }] : []
    }),
  }
}

/** The first cells of a column on one line. */
export function samplesOf({ samples }: SheetColumn): string {
  return samples.filter(Boolean).join('; ')
}

interface Chosen {
  readonly file: File | null
  readonly sheet: SheetColumns
  readonly choices: readonly ColumnChoice[]
  readonly issue: FieldIssue | null
}

/** The uses of a file's columns: the detected ones until the user changes them. */
export function useColumnChoices({ file, sheet, reading }: ReadFile) {
  const fields = useContactFields()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const isNew = sheet && !(chosen?.file === file && sameColumns(chosen.sheet, sheet))
  if (isNew) setChosen({ file, sheet, choices: firstChoices(sheet, fields), issue: null })
  const choices = sheet && !isNew ? (chosen?.choices ?? []) : []
  const parse = (some: readonly ColumnChoice[]) =>
    ImportMapping.safeParse(sheet && { ...reading, ...mappingOf(sheet, some, fields) })

  return {
    fields,
    choices,
    problem: fieldProblem(chosen?.issue ?? undefined) ?? null,
    /** Null while the choices are invalid. */
    mapping: parse(choices).data ?? null,
    /** Shows the problem of invalid choices. */
    check(): void {
      const issue = fieldIssues(parse(choices).error).get('columns') ?? null
      setChosen((now) => now && { ...now, issue })
    },
    /** Returns the mapping of the new choices; null when they are invalid. */
    choose(next: readonly ColumnChoice[]): ImportMapping | null {
      setChosen((now) => now && { ...now, choices: next, issue: null })
      return parse(next).data ?? null
    },
  }
}

function sameColumns(one: SheetColumns, other: SheetColumns): boolean {
  const shape = ({ sheet, fromRow, columns }: SheetColumns) =>
    JSON.stringify([sheet, fromRow, columns.map(({ column, heading }) => [column, heading])])
  return one === other || shape(one) === shape(other)
}
