// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused, unanswered } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press, pressEscape, pressTwice } from '#shared/testing/user.ts'
import { OneTimeLink } from '#shared/ui/one-time-link.tsx'
import { ResetLinkDialog } from './reset-link-dialog.tsx'
import { memberOf } from './testing/members.ts'

afterEach(() => {
  cleanup()
  // jsdom has none.
  Reflect.deleteProperty(document, 'execCommand')
  vi.unstubAllGlobals()
})

describe('a link that is shown once', () => {
  const address = `${window.location.origin}/register#invitation=s`
  const writeText = vi.fn()
  const command = vi.fn()
  beforeEach(() => {
    writeText.mockReset()
    command.mockReset()
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText }, languages: ['en'] })
    document.execCommand = command
    renderPage(<OneTimeLink path="/register#invitation=s" label="Link" until="It ends soon." />)
  })
  const box = () => screen.getByLabelText<HTMLInputElement>('Link')

  it('is complete, read-only, shows its expiry, and is selected on focus', () => {
    expect([box().value, box().readOnly]).toEqual([address, true])
    const note = document.getElementById(box().getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe(
      "Single use; copy it now, it won't be shown again. It ends soon.",
    )
    fireEvent.focus(box())
    expect([box().selectionStart, box().selectionEnd]).toEqual([0, address.length])
  })

  it('is copied, and the button confirms it', async () => {
    writeText.mockResolvedValue(undefined)
    await press('Copy')
    await screen.findByRole('button', { name: 'Copied' })
    expect([writeText.mock.calls, command.mock.calls]).toEqual([[[address]], []])
  })

  it.each([
    [true, 'Copied'],
    [false, 'Copy'],
  ])(
    'where the clipboard is blocked its text is; when that works (%s) it says %s',
    async (works, word) => {
      writeText.mockRejectedValue(new DOMException('Blocked.', 'NotAllowedError'))
      command.mockReturnValue(works)
      await press('Copy')
      await screen.findByRole('button', { name: word })
      expect(command.mock.calls).toEqual([['copy']])
      expect([box().selectionStart, box().selectionEnd]).toEqual([0, address.length])
    },
  )
})

describe('a password reset link', () => {
  const MAKE = 'POST /admin/users/u2/reset-link'
  const onClose = vi.fn()
  let api: FakeApi
  beforeEach(() => {
    onClose.mockReset()
    api = fakeApi({ [MAKE]: ok({ token: 't/1', expiresAt: '2026-11-23T00:00:00.000Z' }) })
  })
  const open = () => renderPage(<ResetLinkDialog member={memberOf()} open onClose={onClose} />)

  it('explains what it does and for which member', () => {
    open()
    const words = screen.getByRole('dialog').textContent
    expect(words).toContain('Ali (ali@example.com)')
    expect(words).toContain('within 24 hours')
    expect(api.calls).toEqual([])
  })

  it('is created once on a double click, because a second would revoke the first', async () => {
    open()
    await pressTwice('Create link')
    const link = await screen.findByLabelText<HTMLInputElement>('Link for Ali')
    expect(link.value).toBe(`${window.location.origin}/reset-password#token=t/1`)
    expect(api.calls).toEqual([MAKE])
    expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull()
    await pressEscape()
    expect(onClose).toHaveBeenCalledOnce()
  })

  it.each([
    ['the member is gone', refused(404, 'User not found.', 'user_not_found'), 'User not found.'],
    [
      'it is oneself',
      refused(403, 'Change your own password on the Account page.', 'own_reset_link'),
      'Change your own password on the Account page.',
    ],
    ['no answer comes', unanswered(), 'Could not create the link.'],
  ])(
    'is not made when %s, which it says, and can be tried again',
    async (_why, answer, sentence) => {
      api.answers[MAKE] = answer
      open()
      await press('Create link')
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toBe(sentence)
      api.answers[MAKE] = ok({ token: 't', expiresAt: '2026-11-23T00:00:00.000Z' })
      await press('Create link')
      await screen.findByLabelText('Link for Ali')
    },
  )

  it('does not close while the link is being created', async () => {
    const late = Promise.withResolvers<void>()
    const response = ok({ token: 't', expiresAt: '2026-11-23T00:00:00.000Z' })
    api.answers[MAKE] = { ...response, after: late.promise }
    open()
    await press('Create link')
    await screen.findByRole('button', { name: 'Creating...' })
    await pressEscape()
    await press('Close')
    expect(onClose).not.toHaveBeenCalled()
    late.resolve()
    await screen.findByLabelText('Link for Ali')
  })
})
