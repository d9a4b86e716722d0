import { type SheetColumns, type SheetReading, TextEncoding } from '@kirim/contract/contact-import'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { CheckboxChoice } from '#shared/ui/checkbox-choice.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'

interface EncodingName {
  readonly name: string
  /** The languages it is used for, as BCP 47; empty for all languages. */
  readonly languages: readonly string[]
}

/** Common ones first. */
const ENCODING_NAMES: Readonly<Record<TextEncoding, EncodingName>> = {
  'utf-8': { name: 'UTF-8', languages: [] },
  'windows-1252': { name: 'Windows-1252', languages: ['en', 'fr', 'de'] },
  gb18030: { name: 'GBK', languages: ['zh-Hans'] },
  big5: { name: 'Big5', languages: ['zh-Hant'] },
  'windows-874': { name: 'TIS-620', languages: ['th'] },
  'windows-1256': { name: 'Windows-1256', languages: ['ar', 'fa', 'ur'] },
  'windows-1258': { name: 'Windows-1258', languages: ['vi'] },
  shift_jis: { name: 'Shift JIS', languages: ['ja'] },
  'euc-kr': { name: 'EUC-KR', languages: ['ko'] },
  'windows-1251': { name: 'Windows-1251', languages: ['ru', 'uk', 'bg'] },
  'windows-1250': { name: 'Windows-1250', languages: ['pl', 'cs', 'hu'] },
  'windows-1254': { name: 'Windows-1254', languages: ['tr'] },
  'windows-1253': { name: 'Windows-1253', languages: ['el'] },
  'windows-1255': { name: 'Windows-1255', languages: ['he'] },
  'windows-1257': { name: 'Windows-1257', languages: ['lt', 'lv', 'et'] },
  'utf-16le': { name: 'UTF-16 LE', languages: [] },
  'utf-16be': { name: 'UTF-16 BE', languages: [] },
}

interface SheetReadingFieldsProps {
  sheet: SheetColumns
  reading: SheetReading
  busy: boolean
  onReading: (reading: SheetReading) => void
}

/** Sheet, encoding and hidden rows, where there is a choice. */
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
              ? t('Only this sheet is read. Other sheets with phone numbers: {sheets}.', {
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
