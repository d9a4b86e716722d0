import { expect, test } from 'vitest'
import { formatNumber } from './cell-text.ts'

const NOON = 46_341.583_333_333_3
const RINGGIT = '_-"RM"* #,##0.00_-;-"RM"* #,##0.00_-;_-"RM"* "-"??_-;_-@_-'

test.each([
  [105.999_999_999_999_99, '#,##0.00', '106.00'],
  [0.1 + 0.2, 'General', '0.3'],
  [19.9, '#,##0.00', '19.90'],
  [60_123_456_001, 'General', '60123456001'],
  [1e21, 'General', '1E+21'],
  [1e-7, 'general', '1E-07'],
  [0.075, '0.00%', '7.50%'],
  [1.005, '0.00', '1.01'],
  [-2.675, '#,##0.00', '-2.68'],
  [0.010_05, '0.00%', '1.01%'],
  [1250, '"RM"#,##0.00', 'RM1,250.00'],
  [1250.5, '[$RM-43E] #,##0.00', 'RM 1,250.50'],
  [1250.5, RINGGIT, 'RM1,250.50'],
  [-5.5, '#,##0.00_);[Red](#,##0.00)', '(5.50)'],
  [1234, '00000', '01234'],
  [123_456_789_012_345, '0', '123456789012345'],
  [5, '0 "days"', '5 days'],
  [1.5, '# ?/?', '1 1/2'],
  [0.3, 'no [format of any', '0.3'],
])('%f in %j is %s, as Excel shows it', (value, format, shown) => {
  expect(formatNumber(value, format, false)).toBe(shown)
})

test.each([
  ['a date', 46_341, 'm/d/yy', '2026-11-15'],
  ['a date in words', 46_341, '[$-409]d mmmm yyyy;@', '2026-11-15'],
  ['a date between texts', 46_341, 'yyyy"年"m"月"d"日"', '2026-11-15'],
  ['a date that hides its time', NOON, 'dd/mm/yyyy', '2026-11-15'],
  ['a date with a time of 15 digits', NOON, 'm/d/yy h:mm', '2026-11-15 14:00'],
  ['a date with a time just before', 46_341.583_333, 'dd/mm/yyyy hh:mm:ss', '2026-11-15 14:00'],
  ['a date with its seconds', 46_341.5 + 5 / 86_400, 'yyyy-mm-dd hh:mm:ss', '2026-11-15 12:00:05'],
  ['the last moment of a day', 46_341.999_999_9, 'yyyy-mm-dd hh:mm', '2026-11-16'],
  ['a time of day', 0.4375, 'h:mm', '10:30'],
  ['a time of the afternoon', 0.604_166_666_666_667, 'h:mm AM/PM', '14:30'],
  ['a time below one in a format of dates', 0.5, 'm/d/yy h:mm', '12:00'],
  ['hours beyond a day', 1.5, '[h]:mm', '36:00'],
  ['minutes and seconds', 0.0105, 'mm:ss', '15:07'],
  ['a month', 46_341, 'mmm-yy', 'Nov-26'],
  ['what is no date', -1, 'm/d/yy', ''],
])('%s', (_what, value, format, shown) => {
  expect(formatNumber(value, format, false)).toBe(shown)
})

test('each quarter of an hour keeps its minute, however the file came to it', () => {
  for (let quarter = 0; quarter < 96; quarter += 1) {
    const [hours, minutes] = [Math.floor(quarter / 4), (quarter % 4) * 15]
    const time = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
    const exact = 46_341 + quarter / 96
    const summed = Array.from({ length: quarter }).reduce<number>((sum) => sum + 1 / 96, 46_341)
    for (const value of [
      exact,
      Number(exact.toPrecision(14)),
      Number(exact.toPrecision(15)),
      summed,
    ]) {
      const shown = formatNumber(value, 'm/d/yy h:mm', false)
      expect(shown).toBe(quarter === 0 ? '2026-11-15' : `2026-11-15 ${time}`)
    }
  }
})

test('days of a workbook that counts from 1904', () => {
  expect(formatNumber(44_879, 'yyyy-mm-dd', true)).toBe('2026-11-15')
})
