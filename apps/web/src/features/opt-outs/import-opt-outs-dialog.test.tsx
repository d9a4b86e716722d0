// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { fakeApi } from '#shared/testing/fake-api.ts'
import { type FakeUpload, fakeUploads } from '#shared/testing/fake-uploads.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { chooseFiles, press, pressEscape, pressTwice, stubLayout } from '#shared/testing/user.ts'
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

const answer = (status: number, body: unknown) => act(async () => uploads[0]?.answer(status, body))

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
  await chooseFiles('File', sheet)
  await pressTwice('Import')
  expect(uploads).toHaveLength(1)
  expect(uploads[0]).toMatchObject({ method: 'POST', url: '/api/opt-outs/import' })
  await act(async () => uploads[0]?.progress(1, 1))
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
  const passedOver = '3 passed over (not left alone, says the file)'
  screen.getByText(`41 added, 2 left alone already, ${passedOver}, 1 refused.`)
  within(screen.getByRole('region', { name: /^Refused rows/ })).getByText('1')
  await press('Upload another file')
  screen.getByText('Drop a file here, or choose one')
})

it('the result is in Malay as well', async () => {
  await act(async () => i18n.changeLanguage('ms'))
  await chooseFiles(i18n.t('File'), sheet)
  await press('Import')
  const counts = { added: 3, known: 0, passedOver: 2, refused: 0 }
  await answer(200, { message: 'x', ...counts, errors: [] })
  screen.getByText('3 ditambah, 2 dilangkau (boleh dihubungi, menurut fail).')
})

it('a file that the server refuses says why, and can be sent again', async () => {
  await chooseFiles('File', sheet)
  await press('Import')
  await answer(400, { message: 'No column holds phone numbers.', code: 'refused' })
  screen.getByText('No column holds phone numbers.')
  await press('Import')
  expect(uploads).toHaveLength(2)
})

it('a file on its way is stopped by Cancel', async () => {
  await chooseFiles('File', sheet)
  await press('Import')
  await press('Cancel')
  expect(uploads[0]?.stopped).toBe(true)
  screen.getByRole('button', { name: 'Import' })
})
