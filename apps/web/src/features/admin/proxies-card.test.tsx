// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, lastBodyOf, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { isDisabled } from '#shared/testing/user.ts'
import { ProxiesCard } from './proxies-card.tsx'

const GET = 'GET /admin/proxies'
const SET = 'PUT /admin/proxies'

let api: FakeApi
beforeEach(() => {
  api = fakeApi({ [GET]: ok({ membersMay: false }), [SET]: ok({ membersMay: true }) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const flip = async () => {
  const found = await screen.findByRole('switch', { name: 'Let members set proxies' })
  await expect.poll(() => isDisabled(found)).toBe(false)
  await act(async () => fireEvent.click(found))
  return found
}

it('lets members set proxies', async () => {
  renderPage(<ProxiesCard />, { role: 'admin' })
  const found = await flip()
  await screen.findByText('Proxy setting updated.')
  expect(lastBodyOf(api, SET)).toEqual({ membersMay: true })
  expect(found.getAttribute('aria-checked')).toBe('true')
})

it('shows the stored setting when a change fails', async () => {
  api.answers[SET] = refused(403, 'Access denied')
  renderPage(<ProxiesCard />, { role: 'admin' })
  const found = await flip()
  await screen.findByText('Access denied')
  expect(found.getAttribute('aria-checked')).toBe('false')
})
