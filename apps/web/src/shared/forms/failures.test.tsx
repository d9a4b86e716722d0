// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#shared/api/api-error.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { useAddress } from '#shared/routing/address.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press } from '#shared/testing/user.ts'
import { useLeaveOnFailure } from './use-leave-on-failure.ts'
import { useSaveFailure } from './use-save-failure.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

const refusal = new ApiError('group_not_found', 404, 'Contact group not found.')
const silent = new ApiError('network', 0)

describe('a campaign that was not saved', () => {
  function Saving({ error }: { error: unknown }) {
    const showFailure = useSaveFailure()
    return (
      <button type="button" onClick={() => showFailure(error)}>
        Save
      </button>
    )
  }

  it.each([
    ['the refusal', refusal, 'Failed: Contact group not found.'],
    [
      'that nothing is lost when no answer came',
      silent,
      'Failed: The server did not respond. What you typed is still here.',
    ],
    ["another API's word", new ApiError('x', 400, null, 'bad'), 'Failed: bad'],
    ['the refusal before that word', new ApiError('x', 400, 'No.', 'bad'), 'Failed: No.'],
    ['nothing known', new ApiError('x', 500), 'Failed: An unknown error occurred.'],
    ['an error of the page', new TypeError('x'), 'Failed: An unknown error occurred.'],
  ])('says %s', async (_what, error, text) => {
    renderPage(<Saving error={error} />)
    await press('Save')
    await screen.findByText(text)
  })

  it('says so in Malay', async () => {
    await i18n.changeLanguage('ms')
    renderPage(<Saving error={refusal} />)
    await press('Save')
    await screen.findByText(`Gagal: ${i18n.t('Contact group not found.')}`)
  })
})

describe('a form whose data could not be loaded', () => {
  function Loading({ error }: { error: unknown }) {
    const { pathname } = useAddress()
    useLeaveOnFailure(pathname === '/form' ? error : null, '/list')
    return <p>{pathname}</p>
  }
  const FAILED = 'Failed to load page data. Please try again.'

  it('stays while nothing failed', () => {
    renderPage(<Loading error={null} />, {}, '/form')
    screen.getByText('/form')
    expect(screen.queryByText(FAILED)).toBeNull()
  })

  it.each([
    ['with the reason', refusal, 'Contact group not found.'],
    ['without one', silent, null],
  ])('is left, %s, and Back does not lead to it again', async (_what, error, reason) => {
    const before = window.history.length
    renderPage(<Loading error={error} />, {}, '/form')
    await screen.findByText('/list')
    await screen.findByText(FAILED)
    expect(screen.queryByText('Contact group not found.')?.textContent ?? null).toBe(reason)
    // The page of the test was one more place; leaving it was none.
    expect(window.history.length - before).toBe(1)
  })
})
