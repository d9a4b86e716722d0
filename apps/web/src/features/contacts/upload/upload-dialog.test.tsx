// @vitest-environment jsdom
import type { ImportResult, SheetColumns } from '@kirim/contract/contact-import'
import type { ContactGroup } from '@kirim/contract/contacts'
import { SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import { act, cleanup, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok } from '#shared/testing/fake-api.ts'
import { type FakeUpload, fakeUploads } from '#shared/testing/fake-uploads.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { groupOf } from '#shared/testing/samples.ts'
import { sheetColumns } from '#shared/testing/sheet-columns.ts'
import {
  choose,
  chooseFiles,
  fill,
  isDisabled,
  press,
  pressEscape,
  pressTwice,
  stubLayout,
} from '#shared/testing/user.ts'
import { UploadDialog } from './upload-dialog.tsx'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const sheet = new File(['x'], 'people.xlsx', { type: XLSX })
const onImported = vi.fn()

let api: FakeApi
let uploads: FakeUpload[]
beforeEach(() => {
  stubLayout()
  api = fakeApi({ 'GET /contact-groups': ok([groupOf()]) })
  uploads = fakeUploads()
})
afterEach(() => {
  cleanup()
  onImported.mockReset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

interface PageProps {
  groups?: readonly ContactGroup[]
  groupId?: string | null
}

function Page({ groups = [groupOf()], groupId = 'g1' }: PageProps) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <UploadDialog
        open={open}
        onOpenChange={setOpen}
        groups={groups}
        groupId={groupId}
        onImported={onImported}
      />
    </>
  )
}

const result: ImportResult = {
  message: '2 added, 1 refused.',
  errors: [],
  added: 2,
  merged: 0,
  known: 0,
  repeated: 0,
  refused: 0,
  namesTaken: false,
}

const FILE = 'File'
const dialog = () => screen.queryByRole('dialog')
const upload = () => press('Upload')
const last = () => {
  const latest = uploads.at(-1)
  if (!latest) throw new Error('Nothing was sent.')
  return latest
}
const answer = (status: number, body: unknown) => act(async () => last().answer(status, body))
const sends = (loaded: number, total: number) => act(async () => last().progress(loaded, total))

/** A file was chosen, and the server has said what it holds. */
async function understood(holds: Partial<SheetColumns> = {}, page = <Page />) {
  const opened = renderPage(page)
  await chooseFiles(FILE, sheet)
  await answer(200, sheetColumns(holds))
  return opened
}

async function sending() {
  const opened = await understood()
  await upload()
  return opened
}

describe('before it is sent', () => {
  it('both a file and a group are asked for, each at its field, and the answer takes it away', async () => {
    renderPage(<Page groupId={null} />)
    await upload()
    screen.getByText('No File Selected')
    screen.getByText('No Group Selected')
    const box = screen.getByRole('combobox', { name: 'Contact group' })
    expect(box.getAttribute('aria-invalid')).toBe('true')
    await chooseFiles(FILE, sheet)
    expect(screen.queryByText('No File Selected')).toBeNull()
    await choose('Contact group', /^Pelanggan/)
    expect(screen.queryByText('No Group Selected')).toBeNull()
    expect(uploads.map(({ url }) => url)).toEqual(['/api/contacts/upload/columns'])
  })

  it.each([
    [
      'a picture',
      new File(['x'], 'a.xlsx', { type: 'image/png' }),
      'Please select an Excel file (.xlsx or .xls)',
    ],
    [
      'a text',
      new File(['x'], 'a.txt', { type: 'text/plain' }),
      'Please select an Excel file (.xlsx or .xls)',
    ],
  ])(
    '%s is refused at once, and stays refused when it is sent all the same',
    async (_what, file, sentence) => {
      renderPage(<Page />)
      await chooseFiles(FILE, file)
      screen.getByText('Invalid File Format')
      screen.getByText(sentence)
      expect(screen.queryByText(file.name)).toBeNull()
      await upload()
      screen.getByText('Invalid File Format')
      expect([uploads.length, screen.queryByText('No File Selected')]).toEqual([0, null])
    },
  )

  it('a file that is too large is refused at its field', async () => {
    renderPage(<Page />)
    const large = new File(['x'], 'large.xlsx', { type: XLSX })
    Object.defineProperty(large, 'size', { value: SPREADSHEET_MAX_BYTES + 1 })
    await chooseFiles(FILE, large)
    screen.getByText('This file is too large to read. It may hold at most 100,000 rows.')
    expect(screen.getByLabelText(FILE).getAttribute('aria-invalid')).toBe('true')
  })

  it('a file is taken off again, by its name', async () => {
    renderPage(<Page />)
    await chooseFiles(FILE, sheet)
    await press('Remove people.xlsx')
    await upload()
    screen.getByText('No File Selected')
  })

  it('where there is no group one is made on the spot, and is the one that is sent to', async () => {
    api.answers['POST /contact-groups'] = ok(groupOf('g9', 'Baru', 0))
    renderPage(<Page groups={[]} groupId={null} />)
    const box = screen.getByRole<HTMLButtonElement>('combobox', { name: 'Contact group' })
    expect([box.textContent, box.disabled]).toEqual(['No contact groups found.', true])
    await chooseFiles(FILE, sheet)
    await answer(200, sheetColumns())
    await press('New group')
    await fill('Group name', 'Baru')
    await pressTwice('Create group')
    expect(api.calls.filter((call) => call === 'POST /contact-groups')).toHaveLength(1)
    await upload()
    expect(last().body?.get('groupId')).toBe('g9')
  })
})

describe('what was understood', () => {
  const sent = () => ({
    url: last().url,
    reading: last().body?.get('reading'),
    mapping: JSON.parse(String(last().body?.get('mapping') ?? 'null')) as unknown,
  })
  const count = (label: string) => screen.getByText(label).nextElementSibling?.textContent
  const PREVIEW = sheetColumns().preview

  it('is shown as soon as the file is chosen, before anything can be written', async () => {
    renderPage(<Page />)
    await chooseFiles(FILE, sheet)
    expect(sent()).toEqual({ url: '/api/contacts/upload/columns', reading: '{}', mapping: null })
    const button = screen.getByRole('button', { name: 'Reading the file...' })
    expect(isDisabled(button)).toBe(true)
    await answer(200, sheetColumns())
    screen.getByText('012-345 6701')
    expect(count('People')).toBe('1 (Malaysia 1)')
    expect(count('Stored as')).toBe('+60123456701 “Hi Mei Ling, …”')
    await upload()
    expect(sent()).toEqual({
      url: '/api/contacts/upload',
      reading: null,
      mapping: {
        fromRow: 2,
        columns: [
          { column: 0, as: 'name' },
          { column: 1, as: 'phone' },
        ],
      },
    })
  })

  it('names who is known, who is left alone and what is refused, with a file of it', async () => {
    const errors = [
      { row: 3, code: 'phone_number_invalid', reason: 'x', name: 'Ali', value: '12ab' },
    ]
    await understood({
      preview: PREVIEW && { ...PREVIEW, known: 2, out: 1, repeated: 4, refused: 1, errors },
    })
    expect([count('Already in your contacts'), count('Opted out')]).toEqual(['2', '1'])
    expect(count('Rows that repeat a number')).toBe('4')
    within(screen.getByRole('region', { name: /^Refused rows/ })).getByText('1')
    const blob = vi.fn(async (..._call: Parameters<typeof fetch>) => new Response('x'))
    vi.stubGlobal('fetch', blob)
    vi.stubGlobal('URL', { createObjectURL: () => 'blob:x', revokeObjectURL() {} })
    await press('Download refused rows')
    expect(blob.mock.calls[0]?.[0]).toBe('/api/contacts/upload/refused')
    expect(blob.mock.calls[0]?.[1]?.body).toBeInstanceOf(FormData)
  })

  it('is read anew from another sheet, in another encoding, with hidden rows', async () => {
    const sheets = [
      { index: 0, name: 'Guide', rows: 3, hasNumbers: false },
      { index: 2, name: 'Members', rows: 9, hasNumbers: true },
      { index: 3, name: 'Guests', rows: 8, hasNumbers: true },
    ]
    await understood({
      sheet: 2,
      sheets,
      hiddenRows: 5,
      text: { encoding: 'utf-8', unreadable: 7 },
    })
    screen.getByText('Only this sheet is read. Other sheets with phone numbers: Guests.')
    screen.getByText('Letters that could not be read, shown as \uFFFD: 7')
    screen.getByText('Hidden rows in the file: 5')
    await choose('Sheet', /^Guests/)
    expect(sent().reading).toBe('{"sheet":3}')
    await answer(
      200,
      sheetColumns({ sheet: 3, sheets, hiddenRows: 5, text: { encoding: 'utf-8', unreadable: 0 } }),
    )
    await choose('Encoding', /^GBK/)
    await answer(
      200,
      sheetColumns({
        sheet: 3,
        sheets,
        hiddenRows: 5,
        text: { encoding: 'gb18030', unreadable: 0 },
      }),
    )
    await act(async () => screen.getByRole('checkbox', { name: /hidden rows/ }).click())
    const reading = { sheet: 3, encoding: 'gb18030', hiddenRows: true }
    expect(JSON.parse(String(sent().reading))).toEqual(reading)
    await answer(200, sheetColumns({ sheet: 3, sheets, hiddenRows: 5 }))
    await upload()
    expect(sent().mapping).toMatchObject(reading)
  })

  it('is counted anew for another column, and nothing while none has numbers', async () => {
    await understood({ phone: null, preview: null })
    screen.getByText('Choose the column that has the phone numbers.')
    await upload()
    screen.getByText('A phone number column is required.')
    await choose('No. Tel becomes', 'Phone Number')
    expect(sent()).toMatchObject({
      url: '/api/contacts/upload/columns',
      mapping: {
        columns: [
          { column: 0, as: 'name' },
          { column: 1, as: 'phone' },
        ],
      },
    })
    expect(screen.queryByText('Stored as')).toBeNull()
    await answer(200, sheetColumns({ phone: null }))
    expect(count('Stored as')).toBe('+60123456701 “Hi Mei Ling, …”')
  })

  it('without a word of the server is asked for again', async () => {
    renderPage(<Page />)
    await chooseFiles(FILE, sheet)
    await answer(422, { message: 'This file has no rows.', code: 'spreadsheet_empty' })
    expect(screen.getByRole('alert').textContent).toBe('This file has no rows.')
    await upload()
    expect([uploads.length, sent().url]).toEqual([2, '/api/contacts/upload/columns'])
  })
})

describe('under way', () => {
  it('the file goes once, with what was chosen, and cannot be changed any more', async () => {
    await understood()
    await act(async () => screen.getByRole('checkbox', { name: /Overwrite names/ }).click())
    await pressTwice('Upload')
    expect(uploads).toHaveLength(2)
    expect(last()).toMatchObject({ method: 'POST', url: '/api/contacts/upload' })
    expect([...(last().body?.keys() ?? [])].at(-1)).toBe('file')
    expect([last().body?.get('groupId'), last().body?.get('takeNames')]).toEqual(['g1', 'true'])
    const off = [
      screen.getByRole('combobox', { name: 'Contact group' }),
      screen.getByRole('button', { name: 'New group' }),
      screen.getByRole('button', { name: 'Remove people.xlsx' }),
      screen.getByRole('checkbox', { name: /Overwrite names/ }),
    ]
    expect(off.every((control) => (control as HTMLButtonElement).disabled)).toBe(true)
  })

  it('it says how much has left, then how many rows are stored, as the server tells it', async () => {
    const { say } = await sending()
    const bar = () => screen.getByRole('progressbar').getAttribute('aria-valuenow')
    // From another tab's import: this file is still being uploaded.
    await say('import_progress', { done: 90, total: 100 })
    await sends(1, 4)
    expect([screen.queryByText('Uploading the file...') !== null, bar()]).toEqual([true, '25'])
    await sends(4, 4)
    expect(screen.getByText('Reading the file...').getAttribute('role')).toBe('status')
    expect(screen.queryByRole('progressbar')).toBeNull()
    await say('import_progress', { done: 1500, total: 3000 })
    screen.getByText('1,500 of 3,000 rows imported')
    expect(bar()).toBe('50')
    await say('import_progress', { done: 0, total: 0 })
    expect(bar()).toBe('100')
  })

  it('it can be stopped while it leaves, not while rows are stored, and never closed', async () => {
    await sending()
    await pressEscape()
    await press('Close')
    expect(dialog()).not.toBeNull()
    await sends(1, 1)
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true)
    await answer(200, result)
    cleanup()

    await sending()
    await press('Cancel')
    expect(last().stopped).toBe(true)
    expect([dialog() !== null, screen.queryByRole('alert')]).toEqual([true, null])
    screen.getByText('people.xlsx')
    await press('Cancel')
    expect(dialog()).toBeNull()
  })

  it('news that come after the answer change nothing of it', async () => {
    const { say } = await sending()
    await sends(1, 1)
    await answer(200, result)
    await say('import_progress', { done: 1, total: 3 })
    screen.getByText('2 added, 1 refused.')
  })
})

describe('refused', () => {
  it.each([
    [
      'quota_import',
      403,
      'This file has 9 new contacts, but your account has room for only 2 of its limit of 5. Nothing was imported.',
    ],
    ['group_not_found', 404, 'Contact group not found.'],
    [
      'spreadsheet_too_large',
      413,
      'This file is too large to read. It may hold at most 100,000 rows.',
    ],
    [
      'spreadsheet_too_slow',
      422,
      'This file takes too long to read. Split it, or save it as .csv, and try again.',
    ],
    [
      'spreadsheet_encrypted',
      422,
      'This file is protected by a password. Save it without one and try again.',
    ],
    ['spreadsheet_no_phone_column', 422, 'No column with phone numbers was found in this file.'],
    ['too_many_uploads', 429, 'Too many uploads at once. Wait until one of them has finished.'],
    [
      'import_interrupted',
      503,
      'The import stopped after 5 of 9 rows. Those are kept; upload the file again to add the rest.',
    ],
  ])(
    'with %s it says so, keeps the file, reads the list anew and can be sent again',
    async (code, status, message) => {
      await sending()
      // What an import may have made is asked for again.
      const others = () => api.calls.filter((call) => call !== 'GET /contact-fields').length
      const before = others()
      await answer(status, { message, code })
      expect(screen.getByRole('alert').textContent).toBe(message)
      screen.getByText('people.xlsx')
      expect(onImported).not.toHaveBeenCalled()
      await upload()
      expect([uploads.length, screen.queryByRole('alert')]).toEqual([3, null])
      expect(others()).toBe(before)
    },
  )

  it('without a word of the server nothing is made up, and another file may be chosen', async () => {
    await sending()
    await act(async () => last().fail())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveProperty('disabled', false)
    await answer(422, { message: 'This file has no rows.', code: 'spreadsheet_empty' })
    await press('Remove people.xlsx')
    await chooseFiles(FILE, new File(['y'], 'others.xls', { type: 'application/vnd.ms-excel' }))
    expect([screen.queryByRole('alert'), screen.queryByText('others.xls') !== null]).toEqual([
      null,
      true,
    ])
  })
})

describe('done', () => {
  it('says what came of it, and leads on to its group', async () => {
    await sending()
    await answer(200, result)
    expect(onImported).toHaveBeenCalledExactlyOnceWith('g1')
    screen.getByText('2 added, 1 refused.')
    expect(screen.queryByText('Refused rows')).toBeNull()
    await press('Done')
    expect(dialog()).toBeNull()
    await press('Open')
    expect(screen.queryByText('2 added, 1 refused.')).toBeNull()
  })

  it('can begin anew with another file', async () => {
    await sending()
    await answer(200, result)
    await press('Upload another file')
    expect([screen.queryByText('people.xlsx'), screen.queryByText(result.message)]).toEqual([
      null,
      null,
    ])
    screen.getByLabelText(FILE)
  })
})
