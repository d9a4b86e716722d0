import type { Session } from '@kirim/contract/accounts'
import type { Workspace } from '@kirim/contract/workspaces'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '#shared/api/query.ts'
import { type Auth, AuthContext } from '#shared/auth/auth-context.ts'
import { type Realtime, RealtimeContext } from '#shared/realtime/realtime-context.ts'
import { AppRouter } from '#shared/routing/app-router.tsx'
import { Toaster } from '#shared/toast/toaster.tsx'
import { type Workspaces, WorkspacesContext } from '#shared/workspace/workspace-context.ts'
import '#shared/i18n/i18n.ts'
import { FakeSocket } from './fake-socket.ts'
import { workspaceOf } from './samples.ts'

const user: Session = {
  _id: 'u1',
  name: 'Aisyah',
  email: 'aisyah@kedaikopipagi.example',
  role: 'user',
  membershipPlan: 'Basic',
  defaultCountry: 'MY',
  createdAt: '2026-11-01T00:00:00.000Z',
  token: 't1',
}

/**
 * Renders a page of the signed-in area with all its providers, and returns the server's end of its
 * realtime connection.
 */
export function renderPage(
  page: ReactNode,
  given: Partial<Session> = {},
  address = '/',
  workspace: Partial<Workspace> = {},
) {
  const nothing = () => undefined
  const auth: Auth = {
    status: 'authenticated',
    user: { ...user, ...given },
    endedBy: null,
    signIn: nothing,
    updateSession: nothing,
    readAccountAgain: nothing,
    signOut: nothing,
    sessionEnded: nothing,
  }
  const { membershipPlan } = { ...user, ...given }
  const current = workspaceOf({ membershipPlan, ...workspace })
  const workspaces: Workspaces = {
    current,
    mine: [current],
    switchTo: nothing,
    readAgain: async () => undefined,
    lost: null,
    forgetLost: nothing,
  }
  const socket = new FakeSocket()
  const client = createQueryClient()
  // jsdom has none.
  window.scrollTo = () => undefined
  window.history.pushState(null, '', address)
  const tree = (status: Realtime['status'], offlineSince: number | null = null) => (
    <QueryClientProvider client={client}>
      <AuthContext value={auth}>
        <RealtimeContext value={socket.connection(status, offlineSince)}>
          <WorkspacesContext value={workspaces}>
            <AppRouter>
              {page}
              <Toaster limit={1} duration={5000} />
            </AppRouter>
          </WorkspacesContext>
        </RealtimeContext>
      </AuthContext>
    </QueryClientProvider>
  )
  const view = render(tree('connected'))
  return {
    heard: socket.heard,
    /** The server sends an event. */
    say: (event: string, ...args: unknown[]) => act(async () => socket.say(event, ...args)),
    /** Changes the connection state. */
    setConnection: (status: Realtime['status'], offlineSince: number | null = null) =>
      act(async () => view.rerender(tree(status, offlineSince))),
  }
}
