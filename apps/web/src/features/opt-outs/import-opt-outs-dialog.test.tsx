// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { fakeApi } from '#shared/testing/fake-api.ts'
import { type FakeUpload, fakeUploads } from '#shared/testing/fake-uploads.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { sheetColumns } from '#shared/testing/sheet-columns.ts'
import {
  choose,
  chooseFiles,
  press,
  pressEscape,
  pressTwice,
  stubLayout,
} from '#shared/testing/user.ts'
import { ImportOptOutsDialog } from './import-opt-outs-dialog.tsx'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const sheet = new File(['x'], 'lama.xlsx', { type: XLSX })
const onClose = vi.fn()

let uploads: FakeUpload[]
beforeEach(() => {
  stubLayout()
  fakeApi({})
  uploads = fakeUploads()
  renderPage(<ImportOptOutsDialog open onClose={onClose} />)
})
afterEach(() => {
  cleanup()
  onClose.mockReset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

const answer = (status: number, body: unknown) =>
  act(async () => uploads.at(-1)?.answer(status, body))

async function understood(): Promise<void> {
  await chooseFiles(i18n.t('File'), sheet)
  await answer(200, sheetColumns())
}

it('without a file nothing is sent', async () => {
  await press('Import')
  screen.getByText('No File Selected')
  expect(uploads).toHaveLength(0)
})

it('a file that is no spreadsheet is refused before it is sent', async () => {
  await chooseFiles('File', new File(['x'], 'lama.pdf', { type: 'application/pdf' }))
  screen.getByText('Invalid File Format')
  await press('Import')
  expect(uploads).toHaveLength(0)
})

it('a file is sent once, and every refused row is shown with its reason', async () => {
  await understood()
  await pressTwice('Import')
  expect(uploads).toHaveLength(2)
  expect(uploads[1]).toMatchObject({ method: 'POST', url: '/api/opt-outs/import' })
  await act(async () => uploads[1]?.progress(1, 1))
  screen.getByText('Reading the file...')
  await pressEscape()
  expect(onClose).not.toHaveBeenCalled()
  const row = { row: 5, reason: 'Phone number is required.', code: 'phone_number_required' }
  await answer(200, {
    message: 'x',
    added: 41,
    known: 2,
    passedOver: 3,
    refused: 1,
    errors: [{ ...row, name: 'Lim', value: '' }],
  })
  const passedOver = '3 skipped (not opted out in the file)'
  screen.getByText(`41 added, 2 already opted out, ${passedOver}, 1 refused.`)
  within(screen.getByRole('region', { name: /^Refused rows/ })).getByText('1')
  await press('Upload another file')
  screen.getByText('Drop a file here, or choose one')
})

it('the result is in Malay as well', async () => {
  await act(async () => i18n.changeLanguage('ms'))
  await understood()
  await press('Import')
  const counts = { added: 3, known: 0, passedOver: 2, refused: 0 }
  await answer(200, { message: 'x', ...counts, errors: [] })
  screen.getByText('3 ditambah, 2 dilangkau (belum berhenti dalam fail).')
})

it('a file that the server refuses says why, and can be sent again', async () => {
  await understood()
  await press('Import')
  await answer(400, { message: 'No column holds phone numbers.', code: 'refused' })
  screen.getByText('No column holds phone numbers.')
  await press('Import')
  expect(uploads).toHaveLength(3)
})

it('a file on its way is stopped by Cancel', async () => {
  await understood()
  await press('Import')
  await press('Cancel')
  expect(uploads[1]?.stopped).toBe(true)
  screen.getByRole('button', { name: 'Import' })
})

it('says whom it would leave alone before it does, hidden rows included, by the chosen column', async () => {
  const { preview } = sheetColumns()
  await chooseFiles('File', sheet)
  expect(uploads[0]?.url).toBe('/api/contacts/upload/columns')
  expect(uploads[0]?.body?.get('reading')).toBe('{"hiddenRows":true,"everyNumber":true}')
  await answer(200, sheetColumns({ hiddenRows: 2, preview: preview && { ...preview, out: 1 } }))
  const count = (label: string) => screen.getByText(label).nextElementSibling?.textContent
  expect([count('People'), count('Already opted out')]).toEqual(['1 (Malaysia 1)', '1'])
  expect(screen.getByRole('checkbox', { name: /hidden rows/ })).toHaveProperty('checked', true)
  await choose('Phone numbers are in', /^Nama/)
  await answer(200, sheetColumns({ hiddenRows: 2 }))
  await press('Import')
  expect(JSON.parse(String(uploads.at(-1)?.body?.get('mapping')))).toEqual({
    hiddenRows: true,
    everyNumber: true,
    fromRow: 2,
    columns: [{ column: 0, as: 'phone' }],
  })
})
