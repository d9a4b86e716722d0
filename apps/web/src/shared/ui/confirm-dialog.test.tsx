// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import '#shared/i18n/i18n.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(cleanup)

it('a double click confirms once; later it can be confirmed again', async () => {
  const onConfirm = vi.fn()
  const question = (busy: boolean) => (
    <ConfirmDialog
      open
      onOpenChange={() => undefined}
      title="Delete?"
      description=""
      action="Delete"
      busy={busy}
      onConfirm={onConfirm}
    />
  )
  const { rerender } = render(question(false))
  const press = () => act(async () => screen.getByRole('button', { name: 'Delete' }).click())
  await act(async () => {
    const button = screen.getByRole('button', { name: 'Delete' })
    button.click()
    button.click()
  })
  expect(onConfirm).toHaveBeenCalledOnce()
  rerender(question(true))
  rerender(question(false))
  await press()
  expect(onConfirm).toHaveBeenCalledTimes(2)
})
