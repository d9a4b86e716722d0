// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callsOf, type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { workspaceOf } from '#shared/testing/samples.ts'
import { press } from '#shared/testing/user.ts'
import { HeldElsewhere } from './held-elsewhere.tsx'
import { useWorkspaces, WorkspacesContext } from './workspace-context.ts'

const HOLDING = 'GET /workspaces/holding/c1'
const kopi = workspaceOf()
const bistro = workspaceOf({ id: 'w2', name: 'Bistro Meja' })
const switchTo = vi.fn()

let api: FakeApi
beforeEach(() => {
  api = fakeApi({ [HOLDING]: ok({ id: 'w2', name: 'Bistro Meja' }) })
})
afterEach(() => {
  cleanup()
  switchTo.mockReset()
  vi.unstubAllGlobals()
})

function Missing({ mine = [kopi, bistro] }) {
  return (
    <WorkspacesContext value={{ ...useWorkspaces(), mine, switchTo }}>
      <HeldElsewhere id="c1">Campaign not found.</HeldElsewhere>
    </WorkspacesContext>
  )
}

it('offers the workspace that has it, and switches only when asked to', async () => {
  renderPage(<Missing />, {}, '/campaigns/c1?status=sent')
  await screen.findByText('This is in Bistro Meja.')
  expect(switchTo).not.toHaveBeenCalled()
  await press('Switch to Bistro Meja')
  expect(switchTo.mock.calls).toEqual([['w2', '/campaigns/c1?status=sent']])
  expect(callsOf(api, HOLDING)).toHaveLength(1)
})

it.each([
  ['no other has it', refused(404, 'No.', 'not_found')],
  ['it is only missing for a moment', ok({ id: 'u1', name: 'Kopi Pagi' })],
])('shows what the page says itself when %s', async (_when, answer) => {
  api.answers[HOLDING] = answer
  renderPage(<Missing />)
  await screen.findByText('Campaign not found.')
  expect(callsOf(api, HOLDING)).toHaveLength(1)
})

it('asks nothing for somebody with one workspace', () => {
  renderPage(<Missing mine={[kopi]} />)
  screen.getByText('Campaign not found.')
  expect(api.calls).toEqual([])
})
