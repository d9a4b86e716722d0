// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import {
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  refusedAt,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import {
  chooseAction,
  chooseFromMenu,
  fill,
  press,
  searchFor,
  stubLayout,
} from '#shared/testing/user.ts'
import { OptOutsPage } from './opt-outs-page.tsx'
import { changeOf, optOutOf, pageOf } from './testing/opt-outs.ts'

const LIST = 'GET /opt-outs'
const CHANGES = 'GET /opt-outs/o1/changes'
const REMOVE = 'POST /opt-outs/o1/remove'
const ADD = 'POST /opt-outs'
const settings = { words: [], answer: 'Baik.', lineByDefault: true }

const rokiah = optOutOf()
const samad = optOutOf({
  id: 'o2',
  name: 'Pak Samad',
  phoneNumber: '60123456795',
  standing: 'owner',
  last: changeOf({ how: 'owner', campaignName: '', reason: 'Asked at the counter' }),
})
const unknown = optOutOf({
  id: 'o3',
  name: '',
  phoneNumber: '60123450017',
  standing: 'import',
  last: changeOf({ how: 'import', campaignName: '', fileName: 'lama.xlsx' }),
})
const siti = optOutOf({
  id: 'o4',
  name: 'Siti',
  phoneNumber: '60123456761',
  standing: 'back',
  since: '2026-10-14T02:05:00.000Z',
  last: changeOf({
    change: 'back',
    word: 'MULA',
    deviceName: '',
    campaignName: '',
    at: '2026-11-15T04:00:00.000Z',
  }),
})
const everybody = pageOf([rokiah, samad, unknown, siti], {
  message: 93,
  owner: 12,
  import: 41,
  back: 6,
})

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    [LIST]: ok(everybody),
    'GET /opt-outs/settings': ok(settings),
    [CHANGES]: ok([changeOf()]),
  })
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

async function opened(address = '/opt-outs') {
  const page = renderPage(<OptOutsPage />, {}, address)
  await screen.findByText('Puan Rokiah')
  return page
}
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) }).textContent

describe('the list', () => {
  it('says who is left alone, since when and how', async () => {
    await opened()
    screen.getByRole('heading', { name: '146 people opted out' })
    expect(rowOf('Rokiah')).toContain(
      'Wrote “Berhenti” to Kedai Kopi PagiAnswer to Baucar hari lahir',
    )
    expect(rowOf('Samad')).toContain('Added by hand“Asked at the counter”')
    expect(rowOf('60123450017')).toMatch(/^Not in contacts.*Import of lama\.xlsx/)
    expect(rowOf('Siti')).toMatch(/Wrote “MULA”Opted back in.*opted out for 32 days/)
    screen.getByText('1 to 4 of 152')
  })

  it.each([
    ['', 'No number'],
    ['siti.kedai', '@siti.kedai'],
  ])('of people with the username %j and no number says so', async (username, shown) => {
    api.answers[LIST] = ok(pageOf([optOutOf({ phoneNumber: '', username })], { message: 1 }))
    await opened()
    screen.getByRole('heading', { name: '1 person opted out' })
    expect(rowOf('Rokiah')).toContain(shown)
  })

  it('is narrowed by a filter that stands in the address', async () => {
    await opened('/opt-outs?show=owner')
    expect(api.calls).toContain('GET /opt-outs?limit=50&standing=owner')
    const pressed = () => screen.getByRole('button', { pressed: true }).textContent
    expect(pressed()).toBe('By hand12')
    await press(/^Opted back in/)
    expect(window.location.search).toBe('?show=back')
    await waitFor(() => expect(api.calls).toContain('GET /opt-outs?limit=50&standing=back'))
    await press(/^All/)
    expect(window.location.search).toBe('')
    expect(pressed()).toBe('All152')
  })

  it('shows everybody for a filter that there is not', async () => {
    await opened('/opt-outs?show=friends')
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('All152')
  })

  it('is searched, says that nobody was found, and leads back to everybody', async () => {
    await opened()
    api.answers['GET /opt-outs?limit=50&q=zz'] = ok({ ...everybody, items: [] })
    await searchFor('zz')
    await screen.findByText('No one found')
    expect(screen.queryByText('No one has opted out.')).toBeNull()
    await press('Show everyone')
    await waitFor(() => expect(screen.queryByText('No one found')).toBeNull())
    expect([screen.getByRole<HTMLInputElement>('searchbox').value, window.location.search]).toEqual(
      ['', ''],
    )
  })

  it('that is empty says what it is for, and has no file', async () => {
    api.answers[LIST] = ok(pageOf([]))
    renderPage(<OptOutsPage />, {}, '/opt-outs')
    await screen.findByText('No one has opted out.')
    screen.getByRole('heading', { name: 'No opt-outs' })
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('that cannot be loaded says so, and is asked for again', async () => {
    api.answers[LIST] = refused(400, 'Slow down.')
    renderPage(<OptOutsPage />, {}, '/opt-outs')
    await screen.findByRole('alert')
    api.answers[LIST] = ok(everybody)
    await press('Try again')
    await screen.findByText('Puan Rokiah')
  })

  it.each(['opt_outs_changed', 'contacts_changed'])('is read again after %s', async (event) => {
    const { say } = await opened()
    api.answers[LIST] = ok(pageOf([{ ...rokiah, name: 'Rokiah binti Ali' }], { message: 1 }))
    await say(event)
    await screen.findByText('Rokiah binti Ali')
  })

  it('is in Malay as well', async () => {
    await i18n.changeLanguage('ms')
    await opened()
    const text = document.body.textContent
    expect(text).toContain('146 orang sudah berhenti')
    expect(text).not.toMatch(/\b(Wrote|Answer to|Added|Since|How|Words|Opted back|people)\b/)
  })

  it('that cannot be exported says so', async () => {
    await opened()
    api.answers['GET /opt-outs/export.csv'] = refused(400, 'Too busy.')
    await chooseFromMenu('Export', 'As text (.csv)')
    await screen.findByText('Failed: Too busy.')
  })
})

describe('the changes of a person', () => {
  it('are shown, newest first', async () => {
    api.answers[CHANGES] = ok([
      changeOf({ id: '3', change: 'back', how: 'owner', campaignName: '', reason: 'Called us' }),
      changeOf(),
    ])
    await opened()
    await chooseAction('Puan Rokiah', 'Show changes')
    const dialog = await screen.findByRole('dialog', { name: 'Changes' })
    await waitFor(() =>
      expect(dialog.textContent).toMatch(
        /Opted back inOpted back in by hand“Called us”.*Opted outWrote “Berhenti”/,
      ),
    )
  })

  it('that cannot be loaded say so', async () => {
    api.answers[CHANGES] = refused(
      404,
      'This person is not on the opt-out list.',
      'opt_out_not_found',
    )
    await opened()
    await chooseAction('Puan Rokiah', 'Show changes')
    await screen.findByText('This person is not on the opt-out list.')
  })
})

describe('writing to somebody again', () => {
  const ask = async () => {
    await opened()
    await chooseAction('Puan Rokiah', 'Opt back in')
    return screen.findByRole('dialog', { name: 'Opt Puan Rokiah back in?' })
  }

  it('needs a reason', async () => {
    const dialog = await ask()
    await fill('Reason', '   ')
    await press('Opt back in', dialog)
    await screen.findByText('Give a reason. It is saved with the change.')
    expect(api.calls).not.toContain(REMOVE)
  })

  it('is done with a reason, and said', async () => {
    const dialog = await ask()
    api.answers[REMOVE] = ok({ ...rokiah, standing: 'back' })
    await fill('Reason', 'Called us')
    await press('Opt back in', dialog)
    await screen.findByText('Puan Rokiah opted back in.')
    expect(lastBodyOf(api, REMOVE)).toEqual({ reason: 'Called us' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that is refused says why and reads the list again', async () => {
    const dialog = await ask()
    const text = 'This person has not opted out.'
    api.answers[REMOVE] = refusedAt('phoneNumber', 409, text, 'opt_out_back')
    api.answers[LIST] = ok(pageOf([siti], { back: 1 }))
    await fill('Reason', 'Called us')
    await press('Opt back in', dialog)
    await screen.findByText(text)
    await waitFor(() => expect(screen.queryByText('Puan Rokiah')).toBeNull())
  })

  it('is not offered for somebody who came back, but the opposite is', async () => {
    await opened()
    await chooseAction('Siti', 'Opt out')
    const box = await screen.findByLabelText<HTMLInputElement>('Phone Number')
    expect(box.value).toBe('60123456761')
    expect(screen.queryByRole('menuitem', { name: 'Opt back in' })).toBeNull()
  })
})

describe('adding a number', () => {
  it('says at the field that the number is already opted out', async () => {
    await opened()
    await press('Add a number')
    const dialog = await screen.findByRole('dialog', { name: 'Add a number' })
    await press('Add', dialog)
    await screen.findByText('Phone number is required.')
    const text = 'This number has already opted out.'
    api.answers[ADD] = refusedAt('phoneNumber', 409, text, 'opt_out_known')
    await fill('Phone Number', '012-345 6807')
    await press('Add', dialog)
    await screen.findByText(text)
    expect(screen.getByLabelText('Phone Number').getAttribute('aria-invalid')).toBe('true')
  })

  it('is said', async () => {
    await opened()
    await press('Add a number')
    const dialog = await screen.findByRole('dialog', { name: 'Add a number' })
    api.answers[ADD] = ok(optOutOf({ name: '' }))
    await fill('Phone Number', '0123456807')
    await fill('Reason', 'Asked at the counter')
    await press('Add', dialog)
    await screen.findByText('60123456807 opted out.')
    expect(lastBodyOf(api, ADD)).toEqual({
      phoneNumber: '0123456807',
      reason: 'Asked at the counter',
    })
  })
})
