// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { AdminGuard } from './admin-guard.tsx'
import { memberOf } from './testing/members.ts'

const ROLE = 'GET /users/profile'
const DENIED = 'Anda tidak mempunyai kebenaran untuk mengakses halaman ini.'

let api: FakeApi
beforeEach(() => {
  api = fakeApi({})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the admin guard', () => {
  it('shows that it is checking', () => {
    api.answers[ROLE] = ok(memberOf({ role: 'admin' }))
    renderPage(<AdminGuard>Members</AdminGuard>, { role: 'admin' })
    screen.getByText('Memeriksa status admin...')
  })

  it.each([
    ['a user', 'user', ok(memberOf({ role: 'user' }))],
    ['an admin whose role was revoked since', 'admin', ok(memberOf({ role: 'user' }))],
    ['a user, when the server does not say', 'user', refused(403, '')],
  ] as const)('turns %s away', async (_name, role, answer) => {
    api.answers[ROLE] = answer
    renderPage(<AdminGuard>Members</AdminGuard>, { role })
    await screen.findByText(DENIED)
    screen.getByText('Akses Ditolak')
    expect(screen.queryByText('Members')).toBeNull()
  })

  it.each([
    ['an admin', 'admin', ok(memberOf({ role: 'admin' }))],
    ['a user who became one since', 'user', ok(memberOf({ role: 'admin' }))],
    ['an admin, when the server does not say', 'admin', refused(403, '')],
  ] as const)('lets %s pass', async (_name, role, answer) => {
    api.answers[ROLE] = answer
    renderPage(<AdminGuard>Members</AdminGuard>, { role })
    await screen.findByText('Members')
    expect(screen.queryByText(DENIED)).toBeNull()
  })
})
