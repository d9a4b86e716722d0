import type { ContactField } from '@kirim/contract/contact-details'
import { FIELD_LABEL_MAX_LENGTH } from '@kirim/contract/contact-details'
import type {
  ImportMapping,
  SheetColumn,
  SheetColumns,
  SheetReading,
} from '@kirim/contract/contact-import'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { ImportCounts } from '#shared/spreadsheet/import-counts.tsx'
import { SheetReadingFields } from '#shared/spreadsheet/sheet-reading-fields.tsx'
import { Alert } from '#shared/ui/alert.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import {
  type ColumnChoice,
  samplesOf,
  type useColumnChoices,
  withChoice,
} from './column-choices.ts'

const SEPARATORS = {
  ',': textKey('comma-separated'),
  ';': textKey('semicolon-separated'),
  '\t': textKey('tab-separated'),
  '|': textKey('bar-separated'),
}

interface UploadPreviewProps {
  file: File
  sheet: SheetColumns
  reading: SheetReading
  columns: ReturnType<typeof useColumnChoices>
  busy: boolean
  /** The counts match the chosen columns, and no import is running. */
  isCurrent: boolean
  onReading: (reading: SheetReading) => void
  onChoices: (choices: readonly ColumnChoice[]) => void
}

/** The detected contents of a file, and what the import would do. */
export function UploadPreview(props: UploadPreviewProps) {
  const { file, sheet, reading, columns, busy, isCurrent, onReading, onChoices } = props
  return (
    <div className="grid grid-cols-1 gap-4">
      <SheetReadingFields sheet={sheet} reading={reading} busy={busy} onReading={onReading} />
      <ColumnMapping
        sheet={sheet}
        choices={columns.choices}
        fields={columns.fields}
        problem={columns.problem}
        busy={busy}
        onChoices={onChoices}
      />
      {columns.mapping ? (
        isCurrent && <Counts file={file} sheet={sheet} mapping={columns.mapping} />
      ) : (
        <NoNumbers />
      )}
    </div>
  )
}

function Counts(props: { file: File; sheet: SheetColumns; mapping: ImportMapping }) {
  const { t } = useTranslation()
  const { preview } = props.sheet
  if (!preview) return null
  const known = [
    { label: t('Already in your contacts'), count: preview.known },
    { label: t('Opted out'), count: preview.out },
  ]
  return <ImportCounts {...props} preview={preview} known={known} />
}

function NoNumbers() {
  const { t } = useTranslation()
  return <Alert tone="info">{t('Choose the column that has the phone numbers.')}</Alert>
}

interface ColumnMappingProps {
  sheet: SheetColumns
  choices: readonly ColumnChoice[]
  fields: readonly ContactField[]
  problem: string | null
  busy: boolean
  onChoices: (choices: readonly ColumnChoice[]) => void
}

/** The use of each column, with the first cells of each. */
function ColumnMapping({ sheet, choices, fields, problem, busy, onChoices }: ColumnMappingProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const rows = t('{n} rows', { count: sheet.rows, n: number(sheet.rows) })
  return (
    <div className="grid grid-cols-1 gap-4">
      {problem && <Alert>{problem}</Alert>}
      <p className="tnum text-caption text-muted-foreground">
        {sheet.csv
          ? t('{rows} ({separator}).', {
              rows,
              separator: t(SEPARATORS[sheet.csv.separator]),
            })
          : `${rows}.`}{' '}
        {t('Separate tags in one cell with commas or semicolons.')}
      </p>
      <div className="-mx-5 border-y">
        <div
          aria-hidden="true"
          className="hidden h-9 items-center gap-3 bg-muted/60 px-5 text-xs font-medium text-muted-foreground sm:flex"
        >
          <span className="flex-1">{t('Column and first rows')}</span>
          <span className="w-56">{t('Becomes')}</span>
          <span className="w-20 text-right">{t('Filled')}</span>
        </div>
        <ul>
          {sheet.columns.map((column, index) => {
            const choice = choices[index]
            return (
              choice && (
                <ColumnRow
                  key={column.column}
                  column={column}
                  rows={sheet.rows}
                  choice={choice}
                  fields={fields}
                  busy={busy}
                  onChange={(changed) => onChoices(withChoice(choices, changed))}
                />
              )
            )
          })}
        </ul>
      </div>
    </div>
  )
}

interface ColumnRowProps {
  column: SheetColumn
  rows: number
  choice: ColumnChoice
  fields: readonly ContactField[]
  busy: boolean
  onChange: (choice: ColumnChoice) => void
}

function ColumnRow({ column, rows, choice, fields, busy, onChange }: ColumnRowProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const name = column.heading || t('Column {n}', { n: number(column.column + 1) })
  const options = [
    { value: 'none', label: t('Do not import') },
    { value: 'phone', label: t('Phone Number') },
    { value: 'otherPhone', label: t('Other phone number') },
    { value: 'countryCode', label: t('Country code') },
    { value: 'name', label: t('Name') },
    { value: 'tags', label: t('Tags') },
    ...fields.map(({ key, label }) => ({
      value: `field:${key}` as const,
      label: t('Field: {field}', { field: label }),
    })),
    { value: 'new', label: t('New field') },
  ] as const
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-5 py-2 first:border-t-0 sm:first:border-t">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="truncate text-caption text-muted-foreground" title={samplesOf(column)}>
          {samplesOf(column) || t('empty in the first rows')}
        </p>
      </div>
      <ArrowRight className="size-4 text-muted-foreground max-sm:hidden" aria-hidden="true" />
      <div className="grid min-w-0 gap-1.5 max-sm:flex-1 sm:w-56">
        <Select
          aria-label={t('{column} becomes', { column: name })}
          value={choice.as}
          options={options}
          disabled={busy}
          onValueChange={(as) => onChange({ ...choice, as })}
        />
        {choice.as === 'new' && (
          <Input
            aria-label={t('Name of the new field for {column}', { column: name })}
            value={choice.label}
            disabled={busy}
            maxLength={FIELD_LABEL_MAX_LENGTH}
            autoComplete="off"
            onChange={(event) => onChange({ ...choice, label: event.target.value })}
          />
        )}
      </div>
      <span className="tnum min-w-20 text-right text-caption text-muted-foreground sm:w-20">
        {/* Visible column heads make this redundant. */}
        <span className="sm:sr-only">{t('Filled')} </span>
        {column.filled === rows
          ? number(rows)
          : t('{n} of {total}', { n: number(column.filled), total: number(rows) })}
      </span>
    </li>
  )
}
