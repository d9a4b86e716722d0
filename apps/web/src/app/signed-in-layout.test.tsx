// @vitest-environment jsdom
import type { Session } from '@kirim/contract/accounts'
import { keepPreviousData, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '#features/accounts/auth-provider.tsx'
import { currentBearer } from '#shared/api/bearer.ts'
import { createQueryClient } from '#shared/api/query.ts'
import { AppRouter } from '#shared/routing/app-router.tsx'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { workspaceOf } from '#shared/testing/samples.ts'
import { ThemeProvider } from '#shared/theme/theme.tsx'
import '#shared/i18n/i18n.ts'
import { SignedInLayout } from './signed-in-layout.tsx'

const lines = vi.hoisted(() => ({ tokens: [] as string[], open: 0 }))
vi.mock('#shared/ui/when-idle.ts', () => ({
  pauseIdleWork: () => () => undefined,
  whenIdle: (work: () => void) => {
    work()
    return () => undefined
  },
}))
vi.mock('socket.io-client', () => ({
  io: ({ auth }: { auth: { token: string } }) => ({
    on: () => undefined,
    off: () => undefined,
    connect() {
      lines.tokens.push(auth.token)
      lines.open += 1
    },
    disconnect() {
      lines.open -= 1
    },
  }),
}))

const aisyah: Session = {
  _id: 'u1',
  name: 'Aisyah',
  email: 'aisyah@kedaikopipagi.example',
  role: 'user',
  membershipPlan: 'Free',
  defaultCountry: 'MY',
  createdAt: '2026-11-01T00:00:00.000Z',
  token: 'token-1',
}

/** The screen's content, by render. */
const renders: string[] = []

function ContactsOf() {
  const token = currentBearer()
  const { data } = useQuery({
    queryKey: ['contacts'],
    queryFn: () => (token === 'token-1' ? "Aisyah's contacts" : new Promise<string>(() => {})),
    placeholderData: keepPreviousData,
  })
  renders.push(`${currentBearer()} ${data}`)
  return (
    <>
      <p>{data ?? 'Nothing yet'}</p>
      <input aria-label="Typed" />
    </>
  )
}

beforeEach(() => {
  localStorage.clear()
  renders.length = 0
  lines.tokens.length = 0
  fakeApi({ 'GET /workspaces': ok({ workspaces: [workspaceOf()], usual: 'u1' }) })
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function store(session: Session): void {
  localStorage.setItem('userInfo', JSON.stringify(session))
  localStorage.setItem('token', session.token)
}

function open(): void {
  store(aisyah)
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <AuthProvider>
          <AppRouter>
            <SignedInLayout title="Dashboard">
              <ContactsOf />
            </SignedInLayout>
          </AppRouter>
        </AuthProvider>
      </QueryClientProvider>
    </ThemeProvider>,
  )
}

/** Another tab of this browser stores this session. */
const elsewhere = (session: Session) =>
  act(async () => {
    store(session)
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  })

it('shows nothing of the previous user after another tab signs in', async () => {
  open()
  await screen.findByText("Aisyah's contacts")
  await elsewhere({ ...aisyah, _id: 'u2', name: 'Bala', token: 'token-2' })
  await screen.findByText('Nothing yet')
  expect(renders).not.toContain("token-2 Aisyah's contacts")
  await vi.waitFor(() => expect([lines.tokens.at(-1), lines.open]).toEqual(['token-2', 1]))
})

it('a new token reconnects and keeps typed input [4.auth.profile]', async () => {
  open()
  const typed = await screen.findByLabelText<HTMLInputElement>('Typed')
  typed.value = 'half a sentence'
  await elsewhere({ ...aisyah, token: 'token-2' })
  expect(screen.getByLabelText<HTMLInputElement>('Typed').value).toBe('half a sentence')
  expect([lines.tokens.at(-1), lines.open, currentBearer()]).toEqual(['token-2', 1, 'token-2'])
})
