// @vitest-environment jsdom
import type { Contact } from '@kirim/contract/contacts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import { i18n } from '#shared/i18n/i18n.ts'
import { useAddress } from '#shared/routing/address.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { fakeUploads } from '#shared/testing/fake-uploads.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { groupOf } from '#shared/testing/samples.ts'
import { sheetColumns } from '#shared/testing/sheet-columns.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { chooseFiles, fill, press, turnsOfTheLoop } from '#shared/testing/user.ts'
import { ContactsPage } from '../contacts-page.tsx'

const contactOf = (n: number, name = `Orang ${n}`): Contact => ({
  _id: `c${n}`,
  name,
  phoneNumber: `601234567${n}`,
  createdAt: '2026-11-01T00:00:00.000Z',
})
const ali = contactOf(1, 'Ali')
const mei = contactOf(2, 'Mei')

const TOTAL = 'GET /contacts?limit=1'
const LIST = 'GET /contacts?limit=50&sort=newest'
const GROUPS = 'GET /contact-groups'
const counted = (n: number) => ok([], { 'x-total-count': String(n) })

let api: FakeApi
beforeEach(() => {
  stubResizeObserver()
  api = fakeApi({
    [GROUPS]: ok([groupOf()]),
    [TOTAL]: counted(2),
    [LIST]: ok([mei, ali], { 'x-total-count': '2' }),
    'GET /contacts': ok([ali, mei], { 'x-total-count': '2' }),
    'GET /contact-groups/g1/contacts': ok([ali], { 'x-total-count': '1' }),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

async function opened(address = '/contacts') {
  const page = renderPage(<ContactsPage />, {}, address)
  await screen.findByRole('table')
  return page
}
const names = () =>
  screen.getAllByRole('button', { name: /^Open / }).map(({ textContent }) => textContent)

describe('what the page is about', () => {
  it.each([
    ['en', 0, 0, 'Your contacts, and the groups that campaigns are sent to.'],
    ['en', 1, 1, 'Your contacts, and the groups that campaigns are sent to.'],
    ['en', 2, 0, 'Your contacts, and the groups that campaigns are sent to.'],
    ['en', 2, 1, '2 people, 1 group.'],
    ['en', 3980, 2, '3,980 people, 2 groups.'],
    ['ms', 2, 1, '2 orang, 1 kumpulan.'],
    ['ms', 3980, 2, '3,980 orang, 2 kumpulan.'],
  ])('in %s, of %i people in %i groups: %s', async (language, people, groups, sentence) => {
    await i18n.changeLanguage(language)
    api.answers[TOTAL] = counted(people)
    api.answers[GROUPS] = ok(Array.from({ length: groups }, (_, n) => groupOf(`g${n}`, `G${n}`)))
    renderPage(<ContactsPage />)
    await screen.findByText(sentence)
  })
})

describe('the list', () => {
  it('is asked for in the order that a head says', async () => {
    await opened()
    const orders: string[] = []
    for (const head of ['Name', 'Name', 'Phone Number', 'Phone Number']) {
      const before = api.calls.length
      await press(head)
      await waitFor(() => expect(api.calls.length).toBeGreaterThan(before))
      orders.push(/sort=(.*)$/.exec(api.calls.at(-1) ?? '')?.[1] ?? '')
    }
    expect(orders).toEqual(['name', '-name', 'phoneNumber', '-phoneNumber'])
  })

  it('says that nothing is there, and what to do about it', async () => {
    api.answers[LIST] = ok([], { 'x-total-count': '0' })
    renderPage(<ContactsPage />)
    await screen.findByText('No contacts found')
    await act(async () => {
      screen.getAllByRole('button', { name: 'Upload Contacts from File' }).at(-1)?.click()
    })
    await screen.findByRole('dialog', { name: 'Upload Contacts from File' })
  })

  it('says why it did not come, and comes with the next try', async () => {
    api.answers[LIST] = refused(
      429,
      'Several long lists of yours are still being read.',
      'too_many_lists',
    )
    renderPage(<ContactsPage />)
    const alert = await screen.findByRole('alert')
    within(alert).getByText('Several long lists of yours are still being read.')
    api.answers[LIST] = ok([ali], { 'x-total-count': '1' })
    await press('Try again', alert)
    await screen.findByRole('table')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('follows what happens elsewhere, also what happened while the line was away', async () => {
    const { say, setConnection } = await opened()
    api.answers[LIST] = ok([mei], { 'x-total-count': '1' })
    await say('contacts_changed')
    await waitFor(() => expect(names()).toEqual(['Mei']))
    api.answers[LIST] = ok([mei, ali], { 'x-total-count': '2' })
    await setConnection('disconnected')
    await setConnection('connected')
    await waitFor(() => expect(names()).toEqual(['Mei', 'Ali']))
  })

  it('stays in sight, marked as old, while the next page is on its way', async () => {
    const late = Promise.withResolvers<void>()
    api.answers[LIST] = ok([mei], { 'x-total-count': '51', 'x-next-cursor': 'k2' })
    api.answers[`${LIST}&cursor=k2`] = {
      ...ok([ali], { 'x-total-count': '51' }),
      after: late.promise,
    }
    await opened()
    await press('Next page')
    expect(names()).toEqual(['Mei'])
    expect(screen.getByRole('table').closest('[aria-busy=true]')).not.toBeNull()
    await act(async () => late.resolve())
    await waitFor(() => expect(names()).toEqual(['Ali']))
    screen.getByText('51 to 51 of 51')
    expect(screen.getByRole('table').closest('[aria-busy=true]')).toBeNull()
  })

  it('shows a name without end whole to who asks, and the number as people write it', async () => {
    const long = 'Siti '.repeat(40).trim()
    api.answers[LIST] = ok([{ ...contactOf(3, long), phoneNumber: '60123456703@s.whatsapp.net' }])
    await opened()
    screen.getByTitle(long)
    screen.getByRole('cell', { name: '60123456703' })
    screen.getByRole('button', { name: `Delete ${long}` })
  })
})

describe('what the list shows of people', () => {
  const FIELDS = 'GET /contact-fields'
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const cells = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(name) }))
      .getAllByRole('cell')
      .slice(2, -1)
      .map(({ textContent }) => textContent)

  it('is no more than their number where nothing more is known', async () => {
    await opened()
    expect(heads()).toEqual(['Name', 'Phone Number', 'Actions'])
  })

  it('is their first field, and when they last answered, once somebody was written to', async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 27, 10), toFake: ['Date'] })
    api.answers[FIELDS] = ok([
      { id: 'f1', key: 'city', label: 'City' },
      { id: 'f2', key: 'size', label: 'Size' },
    ])
    const written = { writtenAt: new Date(2026, 9, 1, 7).toISOString() }
    const answered = (at: Date) => ({ ...written, answeredAt: at.toISOString() })
    api.answers[LIST] = ok([
      { ...ali, ...answered(new Date(2026, 10, 27, 8, 41)), fields: { city: 'Bangi', size: 'M' } },
      { ...mei, ...answered(new Date(2026, 10, 2, 8)), fields: { size: 'L' } },
      { ...contactOf(3, 'Siti'), ...answered(new Date(2025, 9, 31)), fields: { city: 'Kajang' } },
      { ...contactOf(4, 'Tan'), ...written },
      contactOf(5, 'Priya'),
    ])
    await opened()
    await screen.findByRole('columnheader', { name: 'City' })
    expect(heads()).toEqual(['Name', 'Phone Number', 'City', 'Last answer', 'Actions'])
    expect(cells('Ali')).toEqual(['Bangi', 'today, 08:41'])
    expect(cells('Mei')).toEqual(['', '2 Nov'])
    expect(cells('Siti')).toEqual(['Kajang', '31 Oct 2025'])
    expect(cells('Tan')).toEqual(['', 'none'])
    expect(cells('Priya')).toEqual(['', 'never messaged'])
    vi.useRealTimers()
  })

  it('is the field that the list is filtered by', async () => {
    api.answers[FIELDS] = ok([
      { id: 'f1', key: 'city', label: 'City' },
      { id: 'f2', key: 'size', label: 'Size' },
    ])
    api.answers['GET /contacts?limit=50&field=size&sort=newest'] = ok([
      { ...ali, fields: { city: 'Bangi', size: 'M' } },
    ])
    await opened('/contacts?field=size')
    await screen.findByRole('columnheader', { name: 'Size' })
    expect(cells('Ali')).toEqual(['M'])
  })
})

describe('a removal', () => {
  const USE = 'GET /contacts/c1/usage'
  beforeEach(() => {
    api.answers[USE] = ok({ running: 0, waiting: 0, paused: 0, completed: 0 })
  })

  async function agree(action: string) {
    const question = within(await screen.findByRole('alertdialog'))
    const button = question.getByRole<HTMLButtonElement>('button', { name: action })
    await waitFor(() => expect(button.disabled).toBe(false))
    await act(async () => fireEvent.click(button))
  }

  it.each([
    ['it was done', ok({ message: 'Deleted.' }), 'Contact deleted.'],
    [
      'it was done elsewhere before',
      refused(404, 'Contact not found.', 'contact_not_found'),
      'Contact not found.',
    ],
    ['the server stumbled', refused(500, ''), 'Failed to delete contact.'],
  ])('of a contact ends its question and says that %s', async (_how, answer, sentence) => {
    api.answers['DELETE /contacts/c1'] = answer
    await opened()
    await press('Delete Ali')
    await agree('Delete')
    await screen.findByText(sentence)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it.each([
    ['it was done', ok({ message: 'Removed.' }), 'Contact removed from the group.'],
    ['it failed', refused(500, ''), 'Failed to remove contact from group.'],
  ])('from a group says that %s; the contact stays', async (_how, answer, sentence) => {
    api.answers['DELETE /contact-groups/g1/contacts/c1'] = answer
    await opened('/contacts?group=g1')
    await press('Remove Ali from the group')
    await agree('Remove')
    await screen.findByText(sentence)
    expect(api.calls).toContain('DELETE /contact-groups/g1/contacts/c1?leaveCampaigns=false')
    expect(api.calls.some((call) => call.startsWith('DELETE /contacts/'))).toBe(false)
  })
})

describe('an answer that comes after the page was left', () => {
  function Site() {
    const { pathname, search } = useAddress()
    return (
      <>
        <p data-testid="address">{pathname + search}</p>
        <Route path="/contacts">
          <ContactsPage />
        </Route>
      </>
    )
  }

  it.each([
    ['an import', 'POST /contacts/upload'],
    ['a new group', 'POST /contact-groups'],
  ])('of %s does not change the address of the page that was gone to', async (_what, call) => {
    const uploads = fakeUploads()
    const late = Promise.withResolvers<void>()
    api.answers['POST /contact-groups'] = { ...ok(groupOf('g9', 'Baru')), after: late.promise }
    renderPage(<Site />, {}, '/contacts?group=g1')
    await screen.findByRole('table')
    if (call === 'POST /contact-groups') {
      await act(async () => screen.getAllByRole('button', { name: 'New group' })[0]?.click())
      await screen.findByRole('dialog')
      await fill('Group name', 'Baru')
      await press('Create group')
    } else {
      await press('Upload Contacts from File')
      await screen.findByRole('dialog')
      await chooseFiles('File', new File(['x'], 'a.xls', { type: 'application/vnd.ms-excel' }))
      await act(async () => uploads[0]?.answer(200, sheetColumns()))
      await press('Upload')
    }
    await act(async () => navigate('/media'))
    const result = { message: '1 added.', errors: [], added: 1, merged: 0, known: 0 }
    await act(async () => {
      late.resolve()
      uploads.at(-1)?.answer(200, { ...result, repeated: 0, refused: 0, namesTaken: false })
    })
    await turnsOfTheLoop(2)
    expect(screen.getByTestId('address').textContent).toBe('/media')
  })
})

it('somebody who has opted out is marked, once it is known', async () => {
  const { say } = await opened()
  expect(screen.queryByText('Opted out')).toBeNull()
  api.answers[LIST] = ok([{ ...mei, optedOut: true }, ali], { 'x-total-count': '2' })
  await say('opt_outs_changed')
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /Mei/ }).textContent).toContain('Opted out'),
  )
  expect(screen.getByRole('row', { name: /Ali/ }).textContent).not.toContain('Opted out')
  expect(screen.getAllByRole('link', { name: 'Opt-outs' })[0]?.getAttribute('href')).toBe(
    '/opt-outs',
  )
})
