// @vitest-environment jsdom
import type { Contact } from '@kirim/contract/contacts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { groupOf } from '#shared/testing/samples.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { choose, fill, press, stubLayout } from '#shared/testing/user.ts'
import { ContactsPage } from '../contacts-page.tsx'

const contactOf = (n: number, name: string): Contact => ({
  _id: `c${n}`,
  name,
  phoneNumber: `601234567${n}`,
  createdAt: '2026-11-01T00:00:00.000Z',
})
const CHANGES = 'POST /contacts/changes'

let api: FakeApi
beforeEach(() => {
  stubResizeObserver()
  stubLayout()
  api = fakeApi({
    'GET /contact-groups': ok([groupOf()]),
    'GET /contacts': ok([contactOf(2, 'Mei'), contactOf(1, 'Ali')], { 'x-total-count': '1200' }),
    'GET /contact-tags': ok([{ id: 't1', name: 'VIP' }]),
    'GET /contact-fields': ok([{ id: 'f1', key: 'city', label: 'City' }]),
    [CHANGES]: ok({ seen: 2, changed: 2, next: null }),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function opened(address = '/contacts') {
  renderPage(<ContactsPage />, {}, address)
  await screen.findByRole('table')
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const toggle = (name: string) => act(async () => fireEvent.click(box(name)))
const bar = () => screen.queryByRole('region', { name: 'Selected contacts' })
const changes = () => api.bodies.filter((_body, n) => api.calls[n] === CHANGES)
async function menu(name: string, item: string) {
  const button = within(bar() as HTMLElement).getByRole('button', { name })
  await act(async () => fireEvent.keyDown(button, { key: 'Enter' }))
  const found = await screen.findByRole('menuitem', { name: item })
  await act(async () => fireEvent.click(found))
}

it('who is ticked is counted; the head ticks the page; Escape lets everybody go', async () => {
  await opened()
  expect(bar()).toBeNull()
  await toggle('Select Mei')
  within(bar() as HTMLElement).getByText('1 selected')
  expect(box('Select everyone on this page').indeterminate).toBe(true)
  await toggle('Select everyone on this page')
  within(bar() as HTMLElement).getByText('2 selected')
  await press('Select all 1,200')
  within(bar() as HTMLElement).getByText('1,200 selected')
  await act(async () => fireEvent.keyDown(document.body, { key: 'Escape' }))
  expect(bar()).toBeNull()
  expect(box('Select Mei').checked).toBe(false)
})

it('a tag is given to those who are ticked', async () => {
  await opened()
  await toggle('Select everyone on this page')
  await menu('Tag', 'Add a tag')
  const dialog = await screen.findByRole('dialog')
  await press('Add', dialog)
  within(dialog).getByText('Write the tag.')
  await fill('Tag', ' Borong ')
  await press('Add', dialog)
  await screen.findByText('Tag Borong added: 2.')
  expect(changes()).toEqual([
    { who: { by: 'ids', ids: ['c2', 'c1'] }, change: { does: 'tag', name: 'Borong' } },
  ])
})

it('everybody a filter finds is changed call after call, with the count so far', async () => {
  const late = Promise.withResolvers<void>()
  api.answers[CHANGES] = { ...ok({ seen: 500, changed: 400, next: 'k' }), after: late.promise }
  await opened('/contacts?tag=t1&field=city&value=Bangi')
  screen.getByText('City: Bangi')
  await toggle('Select Mei')
  await press('Select all 1,200')
  await menu('Group', 'Add to a group')
  const dialog = await screen.findByRole('dialog')
  await choose('Contact group', /^Pelanggan/)
  await press('Add', dialog)
  await screen.findByText('0 of 1,200 done...')
  api.answers[CHANGES] = ok({ seen: 100, changed: 1, next: null })
  await act(async () => late.resolve())
  await screen.findByText(/: 401\.$/)
  const list = { q: '', tag: 't1', field: 'city', value: 'Bangi' }
  expect(changes()).toMatchObject([
    { who: { by: 'list', list }, change: { does: 'join', groupId: 'g1' } },
    { who: { by: 'list', list }, cursor: 'k' },
  ])
})

it('an opt-out asks for its reason, and is taken back of those whom it changed', async () => {
  api.answers[CHANGES] = ok({ seen: 2, changed: 1, changedIds: ['c1'], next: null })
  await opened()
  await toggle('Select everyone on this page')
  await press('Opt out', bar() as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Opt out 2 contacts?' })
  await fill('Reason', ' At the counter ')
  await press('Opt out', dialog)
  await screen.findByText('Opted out: 1.')
  api.answers[CHANGES] = ok({ seen: 1, changed: 1, next: null })
  await press('Undo')
  await screen.findByText('Opted back in: 1.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(changes()).toEqual([
    {
      who: { by: 'ids', ids: ['c2', 'c1'] },
      change: { does: 'optOut', reason: 'At the counter' },
    },
    { who: { by: 'ids', ids: ['c1'] }, change: { does: 'optIn', reason: 'Undone' } },
  ])
})

it('a deletion is asked for, and what was done before a failure is said', async () => {
  await opened()
  await toggle('Select Mei')
  await press('Delete', bar() as HTMLElement)
  const question = await screen.findByRole('alertdialog', { name: 'Delete one contact?' })
  await act(async () => fireEvent.click(within(question).getByRole('switch')))
  api.answers[CHANGES] = refused(404, 'Contact not found.', 'contact_not_found')
  await press('Delete', question)
  await screen.findByText('Contact not found.')
  expect(changes()).toMatchObject([{ change: { does: 'delete', leaveCampaigns: true } }])
  await waitFor(() => expect(bar()).not.toBeNull())
  api.answers[CHANGES] = ok({ seen: 1, changed: 1, next: null })
  await press('Delete', bar() as HTMLElement)
  await press('Delete', await screen.findByRole('alertdialog'))
  await waitFor(() => expect(bar()).toBeNull())
})

it('a filter by a field is taken from the list by its button', async () => {
  await opened('/contacts?field=city')
  await press('Remove the filter City is filled')
  await waitFor(() => expect(screen.queryByText('City is filled')).toBeNull())
})
