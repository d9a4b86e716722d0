// @vitest-environment jsdom
import type { Workspace } from '@kirim/contract/workspaces'
import { cleanup, screen, within } from '@testing-library/react'
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
import { workspaceOf } from '#shared/testing/samples.ts'
import { fill, isDisabled, press, stubLayout } from '#shared/testing/user.ts'
import { personOf } from '../testing/team.ts'
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx'
import { WorkspacePage } from './workspace-page.tsx'

const TEAM = 'GET /team'
const CHANGE = 'PUT /workspaces/current'
const DELETE = 'DELETE /workspaces/current'
const LEAVE = 'POST /team/leave'
const self = personOf({ id: 'u1', role: 'owner' })
const nothing = { status: 200, body: undefined }

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    [TEAM]: ok({ people: [self, personOf({ id: 'u2', role: 'owner' })], invitations: [] }),
    'GET /users/quotas': ok([]),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (given: Partial<Workspace> = {}) =>
  renderPage(<WorkspacePage />, {}, '/workspace', given)

describe('the workspace', () => {
  it('is given another name', async () => {
    api.answers[CHANGE] = ok(workspaceOf({ name: 'Kopi Petang' }))
    open()
    await fill('Name', 'Kopi Petang')
    await press('Save Changes')
    await screen.findByText('The workspace is saved.')
    expect(lastBodyOf(api, CHANGE)).toEqual({ name: 'Kopi Petang', defaultCountry: 'MY' })
  })

  it('has a name', async () => {
    open()
    await fill('Name', ' ')
    await press('Save Changes')
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
    expect(callsOf(api, CHANGE)).toEqual([])
  })

  it('is only shown to somebody who may not change it', () => {
    open({ role: 'viewer' })
    screen.getByText('Malaysia')
    screen.getByText('Viewer')
    expect(screen.queryByLabelText('Name')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })
})

describe('leaving', () => {
  it('asks and says what follows', async () => {
    api.answers[LEAVE] = nothing
    open({ role: 'agent' })
    await press('Leave')
    const question = await screen.findByRole('alertdialog', { name: 'Leave Kopi Pagi?' })
    within(question).getByText('Your chats go back to Unanswered.')
    await press('Leave', question)
    await screen.findByText('You left Kopi Pagi.')
  })

  it('is not possible for the last owner, who is told why', async () => {
    api.answers[TEAM] = ok({ people: [self], invitations: [] })
    open()
    await screen.findByText(/^A workspace needs an owner\./)
    expect(isDisabled(screen.getByRole('button', { name: 'Leave' }))).toBe(true)
  })

  it('fails with the reason of the server', async () => {
    api.answers[LEAVE] = refused(409, 'Not now.')
    open()
    await press('Leave')
    await press('Leave', await screen.findByRole('alertdialog'))
    await screen.findByText('Not now.')
  })
})

describe('deleting', () => {
  it('needs the name', async () => {
    api.answers[DELETE] = nothing
    open()
    await press('Delete')
    const dialog = await screen.findByRole('dialog', { name: 'Delete Kopi Pagi?' })
    await fill('Type the name of the workspace', 'Kopi')
    await press('Delete the workspace', dialog)
    within(dialog).getByText('This is not its name: Kopi Pagi')
    expect(callsOf(api, DELETE)).toEqual([])
    await fill('Type the name of the workspace', 'Kopi Pagi')
    await press('Delete the workspace', dialog)
    await screen.findByText('Kopi Pagi is deleted.')
    expect(lastBodyOf(api, DELETE)).toEqual({ name: 'Kopi Pagi' })
  })
})

describe('a new workspace', () => {
  it('is created under its name', async () => {
    api.answers['POST /workspaces'] = { status: 201, body: workspaceOf({ id: 'w2' }) }
    const onClose = vi.fn()
    renderPage(<NewWorkspaceDialog open onClose={onClose} />)
    await screen.findByRole('dialog')
    await fill('Name', 'Kopi Petang')
    await press('Create')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(lastBodyOf(api, 'POST /workspaces')).toEqual({ name: 'Kopi Petang' })
  })

  it('that the server refuses says why', async () => {
    api.answers['POST /workspaces'] = refused(409, 'You can own 20 workspaces.')
    renderPage(<NewWorkspaceDialog open onClose={() => undefined} />)
    await screen.findByRole('dialog')
    await fill('Name', 'Kopi Petang')
    await press('Create')
    await screen.findByText('You can own 20 workspaces.')
  })
})
