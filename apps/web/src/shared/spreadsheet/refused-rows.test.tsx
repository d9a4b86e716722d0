// @vitest-environment jsdom
import type { RowError } from '@kirim/contract/contact-import'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { RefusedRows } from './refused-rows.tsx'

afterEach(async () => {
  cleanup()
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
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('says each refused row with what stands in it, and why', () => {
  const errors = [rowError(3, { name: 'Chong', value: '01x' }), rowError(1_204)]
  renderPage(<RefusedRows errors={errors} refused={2} file={null} mapping={null} />)
  expect(items()).toEqual([
    'Row 3Chong · 01xThis is not a valid phone number.',
    'Row 1,204This is not a valid phone number.',
  ])
})

it('in another language the reason follows its code', async () => {
  await act(() => i18n.changeLanguage('ms'))
  renderPage(<RefusedRows errors={[rowError(3)]} refused={1} file={null} mapping={null} />)
  expect(items()).toEqual(['Baris 3Ini bukan nombor telefon yang sah.'])
})

it('a reason that a newer server gives stays as it came', async () => {
  await act(() => i18n.changeLanguage('ms'))
  const error = rowError(3, { code: 'row_too_new', reason: 'A reason of tomorrow.' })
  renderPage(<RefusedRows errors={[error]} refused={1} file={null} mapping={null} />)
  expect(items()).toEqual(['Baris 3A reason of tomorrow.'])
})

it('has no list where nothing was refused', () => {
  renderPage(<RefusedRows errors={[]} refused={0} file={null} mapping={null} />)
  expect(screen.queryByRole('list', { name: 'Refused rows' })).toBeNull()
})

it('shows the first hundred of many, and how many more there are', () => {
  const errors = Array.from({ length: 500 }, (_, i) => rowError(i + 2))
  renderPage(<RefusedRows errors={errors} refused={620} file={null} mapping={null} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(100)
  screen.getByText('and 520 more')
})
