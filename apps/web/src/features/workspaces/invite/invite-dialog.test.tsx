// @vitest-environment jsdom
import type { Workspace } from '@kirim/contract/workspaces'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf, workspaceOf } from '#shared/testing/samples.ts'
import { fill, press, pressKey, stubLayout } from '#shared/testing/user.ts'
import { invitationOf, personOf } from '../testing/team.ts'
import { InviteDialog } from './invite-dialog.tsx'

const INVITE = 'POST /team/invitations'
const EMAILS = 'E-mail addresses'

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    'GET /whatsapp/devices': ok([deviceOf(), deviceOf({ id: 'd2', name: 'Cawangan' })]),
    [INVITE]: ok([
      { ...invitationOf({ id: 'n1', email: 'a@x.example' }), token: 't1' },
      { ...invitationOf({ id: 'n2', email: 'b@x.example' }), token: 't2' },
    ]),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function opened(given: Partial<Workspace> = {}) {
  renderPage(
    <InviteDialog
      open
      onClose={() => undefined}
      workspace={workspaceOf(given)}
      people={[personOf()]}
      invitations={[invitationOf()]}
    />,
  )
  return within(await screen.findByRole('dialog', { name: 'Invite people to Kopi Pagi' }))
}

const choose = (name: RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('radio', { name })))

it('makes a link for each e-mail, shown once', async () => {
  const dialog = await opened()
  await fill(EMAILS, 'a@x.example, b@x.example')
  await choose(/^Manager/)
  await choose(/^Own numbers/)
  await act(async () => fireEvent.click(await dialog.findByRole('checkbox', { name: 'Cawangan' })))
  await press('Invite 2 people')
  await dialog.findByText('Each link works once, for 7 days. Send it to the person yourself.')
  expect(lastBodyOf(api, INVITE)).toEqual({
    role: 'manager',
    sees: 'numbers',
    deviceIds: ['d2'],
    hidesNumbers: false,
    emails: ['a@x.example', 'b@x.example'],
  })
  const box = dialog.getByLabelText<HTMLInputElement>('b@x.example')
  expect(box.value).toBe(`${window.location.origin}/join#token=t2`)
})

it('copies one link, or all of them with their e-mails', async () => {
  const writeText = vi.fn(async (_text: string) => undefined)
  vi.stubGlobal('navigator', { ...navigator, languages: ['en'], clipboard: { writeText } })
  await opened()
  await fill(EMAILS, 'a@x.example, b@x.example')
  await press('Invite 2 people')
  await screen.findByLabelText('a@x.example')
  await press('Copy the link of a@x.example')
  await press('Copy all')
  const link = (token: string) => `${window.location.origin}/join#token=${token}`
  expect(writeText.mock.calls).toEqual([
    [link('t1')],
    [`a@x.example ${link('t1')}\nb@x.example ${link('t2')}`],
  ])
})

it('takes a pasted list', async () => {
  const dialog = await opened()
  const getData = () => 'a@x.example\nb@x.example\r\nb@x.example'
  await act(async () =>
    fireEvent.paste(screen.getByLabelText(EMAILS), { clipboardData: { getData } }),
  )
  dialog.getByRole('button', { name: 'Remove a@x.example' })
  dialog.getByRole('button', { name: 'Invite 2 people' })
})

it.each([
  ['nobody', '“nobody” is not an e-mail address.'],
  ['aina@kopipagi.example', 'aina@kopipagi.example already belongs to the team.'],
  ['siti@kopipagi.example', /^siti@kopipagi.example is invited already\./],
])('says what is wrong with %s, and invites nobody', async (email, problem) => {
  const dialog = await opened()
  await fill(EMAILS, email)
  await pressKey(screen.getByLabelText(EMAILS), 'Enter')
  dialog.getByText(problem)
  await press('Invite 1 person')
  expect(callsOf(api, INVITE)).toEqual([])
})

it('needs an e-mail, unless a link for anybody is wanted', async () => {
  api.answers[INVITE] = ok([{ ...invitationOf({ email: '' }), token: 't3' }])
  const dialog = await opened()
  await press('Invite people')
  dialog.getByText('Enter at least one e-mail.')
  const [instead] = dialog.getAllByRole('button', { name: 'Copy a link instead' })
  await act(async () => fireEvent.click(instead as HTMLElement))
  await dialog.findByLabelText('Anybody with the link')
  expect(lastBodyOf(api, INVITE)).toMatchObject({ emails: [], role: 'agent', sees: 'all' })
})

it('shows why the server refuses', async () => {
  api.answers[INVITE] = refused(409, 'The team is full.')
  const dialog = await opened()
  await fill(EMAILS, 'a@x.example')
  await press('Invite 1 person')
  await dialog.findByText('The team is full.')
})

it('gives no more than the reader has', async () => {
  const dialog = await opened({ role: 'manager', sees: 'numbers', hidesNumbers: true })
  expect(dialog.queryByRole('radio', { name: /^All chats/ })).toBeNull()
  expect(dialog.getByRole('switch').getAttribute('aria-disabled')).toBe('true')
  dialog.getByText('Phone numbers are hidden from you, too.')
})
