// @vitest-environment jsdom

import { listGroups } from '@kirim/contract/contacts'
import type { Workspace } from '@kirim/contract/workspaces'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setBearer } from '#shared/api/bearer.ts'
import { beginInWorkspace } from '#shared/api/called-workspace.ts'
import { callQuery } from '#shared/api/query.ts'
import { WithQueries } from '#shared/api/with-queries.tsx'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { AppRouter } from '#shared/routing/app-router.tsx'
import {
  type FakeApi,
  fakeApi,
  headersOf,
  lastBodyOf,
  ok,
  refused,
} from '#shared/testing/fake-api.ts'
import { workspaceOf } from '#shared/testing/samples.ts'
import { press } from '#shared/testing/user.ts'
import { useMay, useWorkspaces } from '#shared/workspace/workspace-context.ts'
import '#shared/i18n/i18n.ts'
import { WorkspacesProvider } from './workspaces-provider.tsx'

const LIST = 'GET /workspaces'
const GROUPS = 'GET /contact-groups'
const kopi = workspaceOf({ id: 'u1', name: 'Kopi Pagi' })
const bistro = workspaceOf({ id: 'w2', name: 'Bistro Meja', role: 'viewer' })

let api: FakeApi
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  setBearer('t1')
  api = fakeApi({ 'PUT /workspaces/usual': { status: 204, body: null }, [GROUPS]: ok([]) })
  listed([kopi, bistro])
})
afterEach(() => {
  cleanup()
  setBearer(null)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function listed(workspaces: Workspace[], usual: string | null = 'u1'): void {
  api.answers[LIST] = ok({ workspaces, usual })
}

function Page() {
  const { current, mine, lost, switchTo, readAgain } = useWorkspaces()
  const groups = useQuery(callQuery(listGroups))
  return (
    <>
      <h1>{current?.name ?? 'None'}</h1>
      <p>{lost ? `Lost ${lost}` : ''}</p>
      <p>{useMay('campaigns:write') ? 'May write' : 'Only reads'}</p>
      <p>{groups.isSuccess ? 'Groups are there' : ''}</p>
      <button type="button" onClick={() => void readAgain()}>
        Read again
      </button>
      {mine.map(({ id, name }) => (
        <button key={id} type="button" onClick={() => switchTo(id)}>
          Open {name}
        </button>
      ))}
    </>
  )
}

function Keyed() {
  const { current } = useWorkspaces()
  return (
    <WithQueries key={current?.id}>
      <Page />
    </WithQueries>
  )
}

/** Opens a tab of the browser. */
function open(beside: React.ReactNode = null): void {
  render(
    <AppRouter>
      <WithQueries>
        <WorkspacesProvider personId="u1" placeIn={(_to, pathname) => pathname} fallback="Wait">
          <Keyed />
          {beside}
        </WorkspacesProvider>
      </WithQueries>
    </AppRouter>,
  )
}

/** Opens the tab again as a reload does, which unmounts nothing. */
function reload(): void {
  const stored = Object.entries({ ...sessionStorage })
  cleanup()
  for (const [key, text] of stored) sessionStorage.setItem(key, text)
  open()
}

const shows = (name: string) => screen.findByRole('heading', { name })
const named = () => headersOf(api, GROUPS, 'x-workspace')

describe('the workspace of a tab', () => {
  it('is the usual one at first, and named in every call', async () => {
    listed([kopi, bistro], 'w2')
    open()
    await shows('Bistro Meja')
    await screen.findByText('Groups are there')
    expect(named()).toEqual(['w2'])
  })

  it('stays the same whatever other tabs choose; a new tab starts with the last one', async () => {
    open()
    await shows('Kopi Pagi')
    localStorage.setItem('workspace:u1', 'w2')
    cleanup()
    // A reload of this tab.
    open()
    await shows('Kopi Pagi')
    cleanup()
    sessionStorage.clear()
    open()
    await shows('Bistro Meja')
  })

  it('is switched with fresh data, and chosen for calls that name none', async () => {
    open()
    await screen.findByText('Groups are there')
    const isStillHere = beginInWorkspace()
    await press('Open Bistro Meja')
    await shows('Bistro Meja')
    screen.getByText('Only reads')
    await waitFor(() => expect(named()).toEqual(['u1', 'w2']))
    expect(lastBodyOf(api, 'PUT /workspaces/usual')).toEqual({ id: 'w2' })
    expect(isStillHere()).toBe(false)
  })

  it('is switched once the open form allows it', async () => {
    const left = vi.fn()
    open(<LeaveGuard active onLeave={left} />)
    await shows('Kopi Pagi')
    await press('Open Bistro Meja')
    await screen.findByText('Leave without saving?')
    screen.getByText('Kopi Pagi')
    await press('Leave')
    await shows('Bistro Meja')
    expect(left).toHaveBeenCalledOnce()
  })
})

describe('a list that changes', () => {
  it('takes effect at once', async () => {
    open()
    await screen.findByText('May write')
    listed([{ ...kopi, role: 'agent' }, bistro])
    await press('Read again')
    await screen.findByText('Only reads')
  })

  it('without the workspace of the tab says so, and shows another', async () => {
    open()
    await shows('Kopi Pagi')
    listed([bistro], 'w2')
    api.answers[GROUPS] = refused(404, 'Gone.', 'workspace_not_found')
    reload()
    await shows('Bistro Meja')
    screen.getByText('Lost Kopi Pagi')
    expect(sessionStorage.getItem('workspace:u1')).toBe('w2')
  })

  it('is read again when a call is refused for the workspace', async () => {
    open()
    await screen.findByText('Groups are there')
    listed([], null)
    api.answers['GET /media'] = refused(404, 'Gone.', 'workspace_not_found')
    const { listMedia } = await import('@kirim/contract/media')
    const { request } = await import('#shared/api/request.ts')
    await act(async () => void request(listMedia).catch(() => undefined))
    await shows('None')
    screen.getByText('Lost Kopi Pagi')
  })
})

it('shows the list from before a reload at once, and asks again while the server is away', async () => {
  open()
  await shows('Kopi Pagi')
  api.answers[LIST] = { ...ok({ workspaces: [kopi], usual: 'u1' }), after: new Promise(() => {}) }
  reload()
  screen.getByRole('heading', { name: 'Kopi Pagi' })
  cleanup()
  expect(sessionStorage.getItem('workspaces:u1')).toBeNull()
  api.answers[LIST] = refused(400, 'No.')
  open()
  await screen.findByText('Your workspaces could not be loaded.')
  listed([kopi])
  await press('Try again')
  await shows('Kopi Pagi')
})
