// @vitest-environment jsdom
import type { SandboxNetworkWeather } from '@kirim/contract/sandbox-weather'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, lastBodyOf, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubLayout } from '#shared/testing/user.ts'
import { dismissAllToasts } from '#shared/toast/toast.ts'
import { NetworkWeather } from './network-weather.tsx'

const GET = 'GET /sandbox/weather'
const PUT = 'PUT /sandbox/weather'

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({ [GET]: ok({ kind: 'calm' }), [PUT]: ok({ kind: 'calm' }) })
})
afterEach(() => {
  cleanup()
  act(dismissAllToasts)
  vi.unstubAllGlobals()
})

function show(role: 'admin' | 'user', weather: SandboxNetworkWeather = { kind: 'calm' }) {
  api.answers[GET] = ok(weather)
  renderPage(<NetworkWeather />, { role })
}

it.each<[string, SandboxNetworkWeather]>([
  ['Away (503)', { kind: 'outage', answer: 503 }],
  ['Refused (403)', { kind: 'outage', answer: 403 }],
  ['Silent', { kind: 'outage', answer: 'silence' }],
  ['Old client', { kind: 'old_client' }],
  ['Logins refused', { kind: 'closed', code: 503 }],
])('an admin makes it %s for everyone', async (name, weather) => {
  show('admin')
  await screen.findByRole('radiogroup', { name: 'Network' })
  expect(screen.getByRole('radio', { checked: true }).textContent).toBe('Calm')
  api.answers[GET] = ok(weather)
  fireEvent.click(screen.getByRole('radio', { name }))
  await waitFor(() => expect(lastBodyOf(api, PUT)).toEqual({ weather }))
  await screen.findByText(
    'No number on this server can connect until you set the weather back to calm.',
  )
  expect(screen.getByRole('radio', { checked: true }).textContent).toBe(name)
})

it('the code of refused logins is kept on Enter, none that is no refusal', async () => {
  show('admin', { kind: 'closed', code: 503 })
  const code = await screen.findByLabelText<HTMLInputElement>('Code')
  const type = (value: string) => {
    fireEvent.change(code, { target: { value } })
    fireEvent.keyDown(code, { key: 'Enter' })
  }
  type('200')
  expect(code.value).toBe('503')
  type('401')
  await waitFor(() =>
    expect(lastBodyOf(api, PUT)).toEqual({ weather: { kind: 'closed', code: 401 } }),
  )
})

it('others are told of it, and change nothing', async () => {
  show('user', { kind: 'outage', answer: 'silence' })
  await screen.findByText('An admin set this. Your numbers reconnect once it is calm.')
  expect(screen.queryByRole('radio')).toBeNull()
})

it('that is calm concerns nobody else', async () => {
  show('user')
  await waitFor(() => expect(api.calls).toContain(GET))
  expect(screen.queryByText('Network')).toBeNull()
})

it('that cannot be changed says so', async () => {
  show('admin')
  await screen.findByRole('radiogroup')
  api.answers[PUT] = refused(403, 'Not for you.', 'admin_only')
  fireEvent.click(screen.getByRole('radio', { name: 'Silent' }))
  await screen.findByText('Not for you.')
})
