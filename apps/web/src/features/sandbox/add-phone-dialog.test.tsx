// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused, refusedAt } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { AddPhoneDialog } from './add-phone-dialog.tsx'

const CREATE = 'POST /sandbox/phones'
const TAKEN = 'This number already belongs to another sandbox phone.'

let api: FakeApi
const onOpenChange = vi.fn()
beforeEach(() => {
  onOpenChange.mockReset()
  api = fakeApi({})
  renderPage(<AddPhoneDialog open onOpenChange={onOpenChange} />)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone Number' })
const write = (value: string) => fireEvent.change(number(), { target: { value } })
const submit = () =>
  act(async () => fireEvent.click(screen.getByRole('button', { name: 'Add phone' })))

it('sends only digits, and closes', async () => {
  api.answers[CREATE] = ok({ phoneNumber: '60123', name: '', linked: false, online: false })
  write('+60 12-345 678')
  await submit()
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
})

it('a taken number is reported at its field, which keeps it, until the next submit', async () => {
  api.answers[CREATE] = refusedAt('phoneNumber', 409, TAKEN, 'sandbox_number_taken')
  write('60123456')
  await submit()
  expect(await screen.findAllByText(TAKEN)).toHaveLength(1)
  expect(number().getAttribute('aria-invalid')).toBe('true')
  expect(number().value).toBe('60123456')
  write('60123')
  await submit()
  screen.getByText('Enter 6 to 15 digits, including the country code.')
  expect(screen.queryByText(TAKEN)).toBeNull()
  expect(onOpenChange).not.toHaveBeenCalled()
})

it('any other refusal is a toast', async () => {
  api.answers[CREATE] = refused(409, 'An account can have at most 20 sandbox phones.')
  await submit()
  await screen.findByText('An account can have at most 20 sandbox phones.')
  expect(number().getAttribute('aria-invalid')).not.toBe('true')
})
