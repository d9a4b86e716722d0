// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { fakeApi } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { RegisterPage } from './register-page.tsx'

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  await i18n.changeLanguage('en')
})

it('takes no name and no e-mail that are too long, and says so in the chosen language', async () => {
  const api = fakeApi({})
  await i18n.changeLanguage('ms')
  renderPage(<RegisterPage />)
  const box = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  expect([box('name')?.maxLength, box('email')?.maxLength]).toEqual([200, 254])
  // As a password manager or a script may fill it in.
  const fill = (name: string, value: string) => {
    const input = box(name)
    if (input) fireEvent.change(input, { target: { value } })
  }
  fill('name', 'x'.repeat(201))
  fill('email', 'aisyah@kedai.example')
  fill('password', 'kopi-ais-panas')
  await act(async () => fireEvent.submit(screen.getByRole('button', { name: 'Daftar' })))
  await screen.findByText('Nama boleh mempunyai paling banyak 200 aksara.')
  expect(api.calls).toEqual([])
})
