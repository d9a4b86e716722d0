import { type SheetColumns, type SheetReading, TextEncoding } from '@kirim/contract/contact-import'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { CheckboxChoice } from '#shared/ui/checkbox-choice.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { ENCODING_NAMES } from './encoding-names.ts'

interface SheetReadingFieldsProps {
  sheet: SheetColumns
  reading: SheetReading
  busy: boolean
  onReading: (reading: SheetReading) => void
}

/** Which sheet is read, in which encoding, with or without hidden rows: where there is a choice. */
export function SheetReadingFields({ sheet, reading, busy, onReading }: SheetReadingFieldsProps) {
  const { t, i18n } = useTranslation()
  const { number } = useFormat()
  const { sheets, text, hiddenRows } = sheet
  const others = sheets.filter(({ index, hasNumbers }) => hasNumbers && index !== sheet.sheet)
  if (sheets.length < 2 && !text && hiddenRows === 0) return null
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {sheets.length > 1 && (
        <Field
          label={t('Sheet')}
          hint={
            others.length > 0
              ? t('Only this sheet is read. There are phone numbers in {sheets}, too.', {
                  sheets: others.map(({ name }) => name).join(', '),
                })
              : t('No other sheet has phone numbers.')
          }
        >
          <Select
            value={String(sheet.sheet)}
            options={sheets.map(({ index, name, rows }) => ({
              value: String(index),
              label: name,
              detail: number(rows),
            }))}
            disabled={busy}
            onValueChange={(index) => onReading({ ...reading, sheet: Number(index) })}
          />
        </Field>
      )}
      {text && (
        <Field label={t('Encoding')} hint={encodingHint(text.unreadable)}>
          <Select<TextEncoding>
            value={text.encoding}
            options={encodingOptions(i18n.language)}
            disabled={busy}
            onValueChange={(encoding) => onReading({ ...reading, encoding })}
          />
        </Field>
      )}
      {hiddenRows > 0 && (
        <CheckboxChoice
          checked={reading.hiddenRows ?? false}
          disabled={busy}
          onChange={(hidden) => onReading({ ...reading, hiddenRows: hidden })}
          label={t('Import hidden rows too')}
          hint={t('Hidden rows in the file: {n}', { n: number(hiddenRows) })}
        />
      )}
    </div>
  )

  function encodingHint(unreadable: number): string {
    return unreadable > 0
      ? t('Letters that could not be read, shown as \uFFFD: {n}', { n: number(unreadable) })
      : t('Choose another encoding if names look wrong.')
  }
}

function encodingOptions(language: string) {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return TextEncoding.options.map((value) => {
    const { name, languages } = ENCODING_NAMES[value]
    const detail = languages.map((code) => names.of(code)).join(', ')
    return { value, label: name, ...(detail && { detail }) }
  })
}
