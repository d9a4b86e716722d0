// @vitest-environment jsdom
import type { ImportResult, RowError } from '@kirim/contract/contact-import'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { UploadOutcome } from './upload-outcome.tsx'

const WIDTH = 400
const HEIGHT = 300
const ROW_HEIGHT = 40

beforeEach(() => {
  stubResizeObserver()
  // jsdom has no layout, and only visible rows are rendered.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_HEIGHT)
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

const rowError = (row: number, given: Partial<RowError> = {}): RowError => ({
  row,
  code: 'phone_number_invalid',
  reason: 'This is not a valid phone number.',
  name: '',
  value: '',
  ...given,
})
const result = (errors: RowError[]): ImportResult => ({
  message: `2 added, ${errors.length} refused.`,
  errors,
  added: 2,
  merged: 0,
  known: 0,
  repeated: 0,
  refused: errors.length,
  namesTaken: false,
})
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('says each refused row with what stands in it, and why', () => {
  const errors = [rowError(3, { name: 'Chong', value: '01x' }), rowError(1_204)]
  renderPage(<UploadOutcome result={result(errors)} file={null} mapping={null} />)
  screen.getByText('2 added, 2 refused.')
  expect(items()).toEqual([
    'Row 3Chong · 01xThis is not a valid phone number.',
    'Row 1,204This is not a valid phone number.',
  ])
})

it('in another language the reason follows its code', async () => {
  await act(() => i18n.changeLanguage('ms'))
  renderPage(<UploadOutcome result={result([rowError(3)])} file={null} mapping={null} />)
  expect(items()).toEqual(['Baris 3Ini bukan nombor telefon yang sah.'])
})

it('a reason that a newer server gives stays as it came', async () => {
  await act(() => i18n.changeLanguage('ms'))
  const error = rowError(3, { code: 'row_too_new', reason: 'A reason of tomorrow.' })
  renderPage(<UploadOutcome result={result([error])} file={null} mapping={null} />)
  expect(items()).toEqual(['Baris 3A reason of tomorrow.'])
})

it('has no list where nothing was refused', () => {
  renderPage(<UploadOutcome result={result([])} file={null} mapping={null} />)
  expect(screen.queryByRole('list', { name: 'Refused rows' })).toBeNull()
})

it('makes only the rows in sight of very many, and tells how many there are', () => {
  renderPage(
    <UploadOutcome
      result={result(Array.from({ length: 5000 }, (_, i) => rowError(i + 2)))}
      file={null}
      mapping={null}
    />,
  )
  const shown = screen.getAllByRole('listitem')
  expect(shown.length).toBeLessThan(100)
  expect(shown[0]?.getAttribute('aria-setsize')).toBe('5000')
})
