// @vitest-environment jsdom
import type { DeviceManners } from '@kirim/contract/device-manners'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callsOf, type FakeApi, fakeApi, lastBodyOf, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { press, stubLayout } from '#shared/testing/user.ts'
import { MannersDialog } from './manners-dialog.tsx'

const GET = 'GET /whatsapp/devices/d1/manners'
const PUT = 'PUT /whatsapp/devices/d1/manners'
const manners: DeviceManners = {
  marksRead: true,
  showsOnline: false,
  rejectsCalls: false,
  callText: '',
}

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({ [GET]: ok(manners), [PUT]: ok(manners) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows what the number does, and asks for words to callers once it rejects calls', async () => {
  const closed = vi.fn()
  renderPage(<MannersDialog device={deviceOf()} open onClose={closed} />)
  const read = await screen.findByRole('switch', { name: 'Mark as read when answering' })
  expect(read.getAttribute('aria-checked')).toBe('true')
  expect(screen.queryByLabelText(/Message to callers/)).toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('switch', { name: 'Reject calls' })))
  const text = screen.getByLabelText(/Message to callers/)
  await act(async () => fireEvent.change(text, { target: { value: 'Please write.' } }))
  await press('Save')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(callsOf(api, PUT)).toHaveLength(1)
  expect(lastBodyOf(api, PUT)).toEqual({
    marksRead: true,
    showsOnline: false,
    rejectsCalls: true,
    callText: 'Please write.',
  })
})

it('says why it cannot be shown, and tries again', async () => {
  api = fakeApi({ [GET]: { status: 500, body: {} } })
  renderPage(<MannersDialog device={deviceOf()} open onClose={() => {}} />)
  await screen.findByText('Failed to load settings.')
  await press('Try again')
  expect(callsOf(api, GET).length).toBeGreaterThan(1)
})
