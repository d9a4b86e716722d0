// @vitest-environment jsdom
import type { Workspace } from '@kirim/contract/workspaces'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { chooseAction, press, searchFor, stubLayout } from '#shared/testing/user.ts'
import { invitationOf, personOf } from '../testing/team.ts'
import { TeamPage } from './team-page.tsx'

const TEAM = 'GET /team'
const self = personOf({ id: 'u1', name: 'Aisyah', email: 'aisyah@kopipagi.example', role: 'owner' })
const aina = personOf({ id: 'p1', sees: 'numbers', deviceIds: ['d1'], openChats: 7 })
const farid = personOf({ id: 'p2', name: 'Farid Hakim', role: 'manager', isHere: true })
const ravi = personOf({ id: 'p3', name: 'Ravi', role: 'viewer', hidesNumbers: true })

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    [TEAM]: ok({ people: [self, aina, farid, ravi], invitations: [invitationOf()] }),
    'GET /whatsapp/devices': ok([deviceOf({ id: 'd1', name: 'Kedai' })]),
  })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
})

async function opened(workspace: Partial<Workspace> = {}, address = '/team') {
  const page = renderPage(<TeamPage />, {}, address, workspace)
  await screen.findByText('Farid Hakim')
  await screen.findAllByText(/Kedai|1 number/)
  return page
}

function row(name: string) {
  return within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
}

const cellsOf = (name: string) =>
  row(name)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

describe('the people', () => {
  it('are counted and shown with what they may do and see', async () => {
    await opened()
    screen.getByText('4 people in Kopi Pagi. 1 invitation waits.')
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads.slice(0, 7)).toEqual([
      'Person',
      'Role',
      'Sees',
      'Phone numbers',
      'Last seen',
      'Open chats',
      'Actions',
    ])
    expect(cellsOf('Aina').slice(1, 6)).toEqual([
      'Agent',
      'Own numbersKedai',
      'Shown',
      'Not yet',
      '7',
    ])
    expect(cellsOf('Ravi').slice(1, 4)).toEqual([
      'Viewer',
      'All chatsmay not writeNumbers hidden',
      'Hidden',
    ])
    row('Aisyah').getByText('you')
    row('Farid').getByText('Here now')
  })

  it('include the reader, who is here whatever the server knows yet', async () => {
    await opened()
    row('Aisyah').getByText('Here now')
  })

  it('see all numbers, which a reader with own numbers does not count', async () => {
    await opened({ role: 'manager', sees: 'numbers', numbers: 1 })
    expect(cellsOf('Farid')[2]).toBe('All chatsall numbers')
  })

  it('are found by role and by search', async () => {
    await opened()
    await press(/^Agent/)
    expect(screen.queryByText('Farid Hakim')).toBeNull()
    screen.getByText('Aina Sofea')
    await press(/^All/)
    await searchFor('farid')
    screen.getByText('Farid Hakim')
    expect(screen.queryByText('Aina Sofea')).toBeNull()
    await searchFor('nobody')
    screen.getByText('No one found')
    await press('Show everyone')
    screen.getByText('Aina Sofea')
  })

  it('are those that hide numbers when all agents do', async () => {
    await opened({ hidesNumbersOfAgents: true })
    expect(cellsOf('Aina')[3]).toBe('Hidden')
    expect(cellsOf('Farid')[3]).toBe('Shown')
  })

  it('are read again when the team changes', async () => {
    const { say } = await opened()
    api.answers[TEAM] = ok({ people: [self, aina], invitations: [] })
    await say('team_changed')
    await screen.findByText('2 people in Kopi Pagi.')
  })

  it('cannot be shown when the server fails to', async () => {
    api.answers[TEAM] = refused(403, 'No.')
    renderPage(<TeamPage />, {}, '/team')
    await screen.findByText('The team could not be loaded.')
  })
})

describe('a person', () => {
  it('is given other access', async () => {
    api.answers['PUT /team/people/p1'] = ok({ ...aina, role: 'viewer' })
    await opened()
    await chooseAction('Aina Sofea', 'Change what they may do')
    const dialog = await screen.findByRole('dialog')
    expect(document.activeElement).toBe(within(dialog).getByRole('radio', { name: /^Agent/ }))
    const choose = (name: RegExp) =>
      act(async () => fireEvent.click(within(dialog).getByRole('radio', { name })))
    await choose(/^Viewer/)
    await act(async () => fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Kedai' })))
    await press('Save Changes', dialog)
    within(dialog).getByText('Choose at least one number.')
    await choose(/^Own chats/)
    await act(async () => fireEvent.click(within(dialog).getByRole('switch')))
    await press('Save Changes', dialog)
    await screen.findByText('What Aina Sofea may do has changed.')
    expect(lastBodyOf(api, 'PUT /team/people/p1')).toEqual({
      role: 'viewer',
      sees: 'chats',
      deviceIds: [],
      hidesNumbers: true,
    })
  })

  it('is removed after a question that says what follows', async () => {
    api.answers['DELETE /team/people/p1'] = { status: 200, body: undefined }
    await opened()
    await chooseAction('Aina Sofea', 'Remove')
    const question = await screen.findByRole('alertdialog', { name: 'Remove Aina Sofea?' })
    within(question).getByText('7 open chats go back to Unanswered.')
    within(question).getByText('What they wrote stays.')
    await press('Remove', question)
    await screen.findByText('Aina Sofea no longer belongs to the workspace.')
  })

  it('stays when the server refuses, with its reason', async () => {
    api.answers['DELETE /team/people/p1'] = refused(409, 'Not today.')
    await opened()
    await chooseAction('Aina Sofea', 'Remove')
    await press('Remove', await screen.findByRole('alertdialog'))
    await screen.findByText('Not today.')
  })

  it('becomes the owner, and the owner a manager', async () => {
    api.answers['PUT /team/owner'] = { status: 200, body: undefined }
    await opened()
    await chooseAction('Farid Hakim', 'Hand over the workspace')
    const question = await screen.findByRole('alertdialog')
    within(question).getByText('Farid Hakim becomes the owner, and you become a manager.')
    await press('Hand over', question)
    await screen.findByText('Farid Hakim is now the owner, and you are a manager.')
    expect(lastBodyOf(api, 'PUT /team/owner')).toEqual({ id: 'p2' })
  })

  it('becomes an owner beside the owner', async () => {
    api.answers['PUT /team/people/p2'] = ok({ ...farid, role: 'owner' })
    await opened()
    await chooseAction('Farid Hakim', 'Make owner')
    await press('Make owner', await screen.findByRole('alertdialog'))
    await screen.findByText('Farid Hakim is now an owner.')
    expect(lastBodyOf(api, 'PUT /team/people/p2')).toMatchObject({ role: 'owner' })
  })

  it('who is the last owner is told why they cannot leave', async () => {
    await opened()
    fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Aisyah' }), { key: 'Enter' })
    const item = await screen.findByRole('menuitem')
    expect(item.textContent).toMatch(/^A workspace needs an owner\./)
    expect(item.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('an invitation', () => {
  const link = { ...invitationOf(), token: 'secret' }

  it('gets a new link, which replaces the earlier one', async () => {
    api.answers['POST /team/invitations/i1/link'] = ok(link)
    await opened()
    screen.getByText(/Invited on .* by Farid Hakim\. Open until 4 December\./)
    await press('Copy link of siti@kopipagi.example')
    const dialog = await screen.findByRole('dialog', { name: 'New link' })
    within(dialog).getByText(/The earlier link no longer works\./)
    const box = within(dialog).getByLabelText<HTMLInputElement>('siti@kopipagi.example')
    expect(box.value).toBe(`${window.location.origin}/join#token=secret`)
  })

  it('that has expired says so', async () => {
    const old = invitationOf({ email: '', expiresAt: '2026-11-20T08:00:00.000Z' })
    api.answers[TEAM] = ok({ people: [self, farid], invitations: [old] })
    await opened()
    screen.getByText('Anybody with the link')
    screen.getByText(/^Expired on /)
    screen.getByRole('button', { name: 'New link for Anybody with the link' })
  })

  it('is withdrawn', async () => {
    api.answers['DELETE /team/invitations/i1'] = { status: 200, body: undefined }
    await opened()
    await press('Withdraw the invitation: siti@kopipagi.example')
    await screen.findByText('The invitation is withdrawn. Its link no longer works.')
    expect(callsOf(api, 'DELETE /team/invitations/i1')).toHaveLength(1)
    expect(document.activeElement?.textContent).toBe('Invitations')
  })
})

it('hides phone numbers from all agents', async () => {
  api.answers['PUT /workspaces/current'] = ok({
    id: 'u1',
    name: 'Kopi Pagi',
    role: 'owner',
    sees: 'all',
    hidesNumbers: false,
    people: 1,
    numbers: 1,
    membershipPlan: 'Basic',
    defaultCountry: 'MY',
    hidesNumbersOfAgents: true,
  })
  await opened()
  const control = screen.getByRole('switch', { name: 'Hide phone numbers from all agents' })
  await act(async () => fireEvent.click(control))
  await screen.findByText('Phone numbers are hidden from all agents.')
  expect(lastBodyOf(api, 'PUT /workspaces/current')).toEqual({ hidesNumbersOfAgents: true })
})
