// @vitest-environment jsdom
import type { DeviceProxy } from '@kirim/contract/device-proxy'
import { reasonParams } from '@kirim/contract/reason-texts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callsOf, type FakeApi, fakeApi, lastBodyOf, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { press, stubLayout } from '#shared/testing/user.ts'
import { ProxyDialog } from './proxy-dialog.tsx'

const AT = '/whatsapp/devices/d1/proxy'
const none: DeviceProxy = { proxy: null, mayChange: true }
const kept: DeviceProxy = {
  proxy: {
    scheme: 'socks5',
    host: 'kl-2.example.com',
    port: 1080,
    username: 'siti',
    hasPassword: true,
    testedAt: '2026-11-01T00:00:00.000Z',
    latencyMs: 84,
  },
  mayChange: true,
}
const failing = {
  status: 422,
  body: {
    message: 'The proxy does not work: it does not answer.',
    code: 'proxy_test_failed',
    params: reasonParams({ code: 'proxy_silent', params: {} }),
    issues: [],
  },
}

let api: FakeApi
const closed = vi.fn()
beforeEach(() => {
  stubLayout()
  closed.mockClear()
  api = fakeApi({
    [`GET ${AT}`]: ok(none),
    [`PUT ${AT}`]: ok(kept),
    'GET /whatsapp/devices': ok([]),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () => renderPage(<ProxyDialog device={deviceOf()} open onClose={closed} />)
const type = (label: string | RegExp, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))

it('says what is wrong with what is typed', async () => {
  show()
  await screen.findByLabelText('Host')
  await type('Host', 'http://kl-2')
  await press('Save')
  await screen.findByText('Enter only the name or address, like proxy.example.com.')
  await screen.findByText('Use a whole number.')
  expect(callsOf(api, `PUT ${AT}`)).toHaveLength(0)
})

it('is saved, or says why not', async () => {
  api.answers[`PUT ${AT}`] = failing
  show()
  await screen.findByLabelText('Host')
  await type('Host', '127.0.0.1')
  await type('Port', '1080')
  await type(/^User name/, 'siti')
  await type(/^Password/, 'rahsia')
  await press('Save')
  await screen.findByText('The proxy does not work: it does not answer.')
  expect(closed).not.toHaveBeenCalled()
  api.answers[`PUT ${AT}`] = ok(kept)
  await press('Save')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(lastBodyOf(api, `PUT ${AT}`)).toMatchObject({ username: 'siti', password: 'rahsia' })
})

it('keeps the password for the same proxy alone, and never shows it', async () => {
  api.answers[`GET ${AT}`] = ok(kept)
  show()
  await screen.findByText('kl-2.example.com:1080')
  await screen.findByText('Leave empty to keep the saved password.')
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('')
  await type('Host', 'kl-3.example.com')
  expect(screen.queryByText('Leave empty to keep the saved password.')).toBeNull()
})

it('is removed after a question', async () => {
  api.answers[`GET ${AT}`] = ok(kept)
  api.answers[`DELETE ${AT}`] = { status: 204, body: undefined }
  show()
  await screen.findByText('kl-2.example.com:1080')
  await press('Remove')
  await screen.findByText('Remove the proxy?')
  const [, sure] = screen.getAllByText('Remove')
  await act(async () => fireEvent.click(sure as HTMLElement))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(callsOf(api, `DELETE ${AT}`)).toHaveLength(1)
})

it('tells members that they may not, and lets them remove what there is', async () => {
  api.answers[`GET ${AT}`] = ok({ ...kept, mayChange: false })
  show()
  await screen.findByText('Members cannot set proxies here. Ask an admin of this server.')
  screen.getByRole('button', { name: 'Remove' })
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByLabelText('Host')).toBeNull()
})
