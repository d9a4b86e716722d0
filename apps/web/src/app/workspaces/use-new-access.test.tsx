// @vitest-environment jsdom
import type { Workspace } from '@kirim/contract/workspaces'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { WithQueries } from '#shared/api/with-queries.tsx'
import { RealtimeContext } from '#shared/realtime/realtime-context.ts'
import { FakeSocket } from '#shared/testing/fake-socket.ts'
import { workspaceOf } from '#shared/testing/samples.ts'
import { press } from '#shared/testing/user.ts'
import { type Workspaces, WorkspacesContext } from '#shared/workspace/workspace-context.ts'
import { useNewAccess } from './use-new-access.ts'

const kopi = workspaceOf({ role: 'viewer' })
const nothing = () => undefined
const none: Workspaces = {
  current: null,
  mine: [],
  switchTo: nothing,
  readAgain: async () => undefined,
  lost: null,
  forgetLost: nothing,
}
const reconnectNow = vi.fn()
const line = { ...new FakeSocket().connection('disconnected', null), reconnectNow }
let reads = 0

afterEach(() => {
  cleanup()
  reads = 0
  reconnectNow.mockReset()
})

function Page() {
  useNewAccess()
  const { data } = useQuery({
    queryKey: ['contacts'],
    queryFn: () => {
      reads += 1
      return reads
    },
  })
  return <p>{data ? `Read ${data}` : ''}</p>
}

function Changing({ next }: { next: Workspace }) {
  const [current, setCurrent] = useState(kopi)
  return (
    <WorkspacesContext value={{ ...none, current }}>
      <RealtimeContext value={line}>
        <WithQueries>
          <Page />
        </WithQueries>
      </RealtimeContext>
      <button type="button" onClick={() => setCurrent(next)}>
        Change
      </button>
    </WorkspacesContext>
  )
}

/** How often pages were read, and the connection made again. */
async function change(next: Workspace): Promise<[number, number]> {
  render(<Changing next={next} />)
  await screen.findByText('Read 1')
  await press('Change')
  await act(async () => undefined)
  return [reads, reconnectNow.mock.calls.length]
}

it.each<[string, Partial<Workspace>]>([
  ['role', { role: 'agent' }],
  ['chats', { sees: 'chats' }],
  ['numbers', { numbers: kopi.numbers + 1 }],
  ['hidden numbers', { hidesNumbers: true }],
])('pages are read again when another of these is given: %s', async (_what, given) => {
  expect(await change({ ...kopi, ...given })).toEqual([2, 1])
})

it('pages are left alone when only the name or the people change', async () => {
  expect(await change({ ...kopi, name: 'Kopi Petang', people: 9 })).toEqual([1, 0])
})
