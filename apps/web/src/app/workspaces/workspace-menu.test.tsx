// @vitest-environment jsdom
import type { Workspace } from '@kirim/contract/workspaces'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '#shared/testing/render-page.tsx'
import { workspaceOf } from '#shared/testing/samples.ts'
import { stubLayout } from '#shared/testing/user.ts'
import { useWorkspaces, WorkspacesContext } from '#shared/workspace/workspace-context.ts'
import { WorkspaceMenu } from './workspace-menu.tsx'

const switchTo = vi.fn()
const kopi = workspaceOf({ people: 5, numbers: 3 })
const bistro = workspaceOf({
  id: 'w2',
  name: 'Bistro Meja',
  role: 'manager',
  people: 1,
  numbers: 0,
})
const wira = workspaceOf({ id: 'w3', name: 'Agensi Wira', role: 'agent', sees: 'chats' })

beforeEach(stubLayout)
afterEach(() => {
  cleanup()
  switchTo.mockReset()
})

function Of({ mine, children }: { mine: Workspace[]; children: ReactNode }) {
  return (
    <WorkspacesContext value={{ ...useWorkspaces(), mine, switchTo }}>{children}</WorkspacesContext>
  )
}

async function open(current: Workspace, mine = [kopi, bistro, wira]) {
  renderPage(
    <Of mine={mine}>
      <WorkspaceMenu />
    </Of>,
    {},
    '/',
    current,
  )
  press()
  await screen.findByRole('menu')
}

const button = () => screen.getByRole('button', { name: /^Workspace: / })
const press = () => void fireEvent.keyDown(button(), { key: 'Enter' })

it('lists the workspaces with the role and what they have, and marks that of the tab', async () => {
  await open(kopi)
  const items = screen.getAllByRole('menuitemradio')
  expect(items.map((item) => [item.getAttribute('aria-checked'), item.textContent])).toEqual([
    ['true', 'KPKopi PagiOwner, 5 people, 3 numbers'],
    ['false', 'BMBistro MejaManager, 1 person'],
    ['false', 'AWAgensi WiraAgent, own chats'],
  ])
  screen.getByRole('group', { name: 'Workspaces' })
})

it('switches, and Escape returns to the button', async () => {
  await open(kopi)
  await act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  })
  await waitFor(() => expect(document.activeElement).toBe(button()))
  expect(screen.queryByRole('menu')).toBeNull()
  press()
  const bistroItem = await screen.findByRole('menuitemradio', { name: /Bistro Meja/ })
  await act(async () => void fireEvent.click(bistroItem))
  expect(switchTo.mock.calls).toEqual([['w2']])
})

it.each([
  ['owner', kopi, ['Team5 people', 'Workspace settings', 'New workspace']],
  ['agent', wira, ['Workspace settings', 'New workspace']],
])('leads the %s to %j', async (_role, current, pages) => {
  await open(current)
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(pages)
})
