// @vitest-environment jsdom
import type { Contact } from '@kirim/contract/contacts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, lastBodyOf, ok, refusedAt } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { groupOf } from '#shared/testing/samples.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { choose, fill, press, pressEscape, stubLayout } from '#shared/testing/user.ts'
import { ContactsPage } from '../contacts-page.tsx'

const ali: Contact = {
  _id: 'c1',
  name: 'Ali',
  phoneNumber: '60123456701',
  createdAt: '2026-11-01T00:00:00.000Z',
}
const SEGMENTS = 'POST /contact-segments'

let api: FakeApi
beforeEach(() => {
  stubResizeObserver()
  stubLayout()
  api = fakeApi({
    'GET /contact-groups': ok([groupOf()]),
    'GET /contacts': ok([ali], { 'x-total-count': '1' }),
    'GET /contact-tags': ok([]),
    'GET /contact-fields': ok([]),
    'GET /campaigns/summary': ok([]),
    'POST /contact-segments/preview': ok({ people: 0, first: [] }),
    'GET /contacts/c1/sheet': ok({
      contact: ali,
      groups: [{ _id: 'g1', groupName: 'Pelanggan', isSegment: false }],
      campaigns: [],
      campaignCount: 0,
      changes: [],
    }),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function opened() {
  renderPage(<ContactsPage />, {}, '/contacts')
  await screen.findByRole('table')
}
const sent = () => api.bodies.filter((_body, n) => api.calls[n] === SEGMENTS)

describe('a new segment', () => {
  async function newSegment() {
    await opened()
    await press('New segment')
    return screen.findByRole('dialog', { name: 'New segment' })
  }

  it('needs a name, which is said at its field', async () => {
    const dialog = await newSegment()
    await press('Save segment', dialog)
    const name = within(dialog).getByLabelText('Segment name')
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    within(dialog).getByText('Give the segment a name.')
    expect(sent()).toEqual([])
  })

  it('says at the name that another has it, not as an alert', async () => {
    const text = 'A group with this name already exists.'
    api.answers[SEGMENTS] = refusedAt('groupName', 409, text, 'group_name_taken')
    const dialog = await newSegment()
    await fill('Segment name', 'Pelanggan')
    await press('Save segment', dialog)
    await within(dialog).findByText('A group or segment already has this name.')
    expect(within(dialog).queryByRole('alert')).toBeNull()
  })

  it('takes days as they are typed, once they are a number of days', async () => {
    const dialog = await newSegment()
    await fill('Segment name', 'Recently')
    await choose('Condition 1: comparison', 'in the last')
    await fill('Condition 1: days', '')
    await fill('Condition 1: days', '7')
    await press('Save segment', dialog)
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()).toMatchObject([
      { filter: { conditions: [{ about: 'written', is: 'within', days: 7 }] } },
    ])
  })

  it('asks before it drops what was chosen', async () => {
    await newSegment()
    await choose('Condition 1: comparison', 'in the last')
    await pressEscape()
    const question = await screen.findByRole('alertdialog')
    within(question).getByText('Close without keeping your changes?')
  })
})

it('a condition on several groups names them all, and keeps them', async () => {
  const conditions = [{ about: 'group' as const, is: 'in' as const, groupIds: ['g1', 'g2'] }]
  const segment = { ...groupOf('s1', 'Setia', 5), filter: { match: 'all' as const, conditions } }
  api.answers['GET /contact-groups'] = ok([groupOf(), groupOf('g2', 'Staf'), segment])
  api.answers['PUT /contact-segments/s1'] = ok(segment)
  await opened()
  const [menu] = screen.getAllByRole('button', { name: 'Actions for Setia' })
  await act(async () => menu && fireEvent.keyDown(menu, { key: 'Enter' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit conditions' }))
  const which = await screen.findByRole('combobox', { name: 'Condition 1: which' })
  expect(which.textContent).toBe('any of Pelanggan, Staf')
  await press('Save segment')
  await waitFor(() =>
    expect(lastBodyOf(api, 'PUT /contact-segments/s1')).toMatchObject({ filter: { conditions } }),
  )
})

describe('the panel of a contact', () => {
  async function panelOfAli() {
    await opened()
    await press('Open Ali')
    const panel = await screen.findByRole('dialog', { name: 'Ali' })
    await within(panel).findByText('Pelanggan')
    return panel
  }

  it('Escape in the field of a new tag closes the field, then the panel', async () => {
    const panel = await panelOfAli()
    await press('Tag', panel)
    const field = within(panel).getByLabelText('New tag')
    await act(async () => fireEvent.keyDown(field, { key: 'Escape' }))
    expect(within(panel).queryByLabelText('New tag')).toBeNull()
    expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Tag' }))
    await pressEscape()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('opts them out with a reason, once it has asked, and says so', async () => {
    const panel = await panelOfAli()
    await press('Opt out', panel)
    const question = await screen.findByRole('dialog', { name: 'Opt out one contact?' })
    await fill('Reason', 'Asked at the counter')
    const step = { seen: 1, changed: 1, changedIds: ['c1'], next: null }
    api.answers['POST /contacts/changes'] = ok(step)
    api.answers['GET /contacts/c1/sheet'] = ok({
      contact: { ...ali, optedOut: true },
      groups: [],
      campaigns: [],
      campaignCount: 0,
      changes: [],
    })
    await press('Opt out', question)
    await screen.findByText('Opted out: 1.')
    expect(lastBodyOf(api, 'POST /contacts/changes')).toEqual({
      who: { by: 'ids', ids: ['c1'] },
      change: { does: 'optOut', reason: 'Asked at the counter' },
    })
    await within(panel).findByText('Opted out: campaigns skip this person.')
    expect(within(panel).queryByRole('button', { name: 'Opt out' })).toBeNull()
  })

  it('closes when one of its groups is gone to', async () => {
    const panel = await panelOfAli()
    await act(async () => within(panel).getByText('Pelanggan').click())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
