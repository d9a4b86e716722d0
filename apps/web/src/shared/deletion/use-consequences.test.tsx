// @vitest-environment jsdom
import type { CampaignUse, CampaignUseKind } from '@kirim/contract/campaign-use'
import { contactUse } from '@kirim/contract/contacts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { callQuery } from '#shared/api/query.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press } from '#shared/testing/user.ts'
import { useCampaignCounts } from './campaign-counts.ts'
import { useConsequences } from './use-consequences.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

const none = { running: 0, waiting: 0, paused: 0, completed: 0 }

describe('campaigns that depend on an item', () => {
  function Counts({ use, kinds }: { use: CampaignUse; kinds: CampaignUseKind[] }) {
    return <p data-testid="counts">{useCampaignCounts()(use, kinds) ?? 'none'}</p>
  }
  const all: CampaignUseKind[] = ['running', 'waiting', 'paused', 'completed']

  it.each<[Partial<CampaignUse>, CampaignUseKind[], string, string]>([
    [{}, all, 'none', 'none'],
    [{ running: 1 }, all, '1 running', '1 sedang berjalan'],
    [
      { running: 1, others: true },
      all,
      '1 running, others on numbers you do not see',
      '1 sedang berjalan, lain-lain pada nombor yang tidak anda lihat',
    ],
    [{ completed: 7 }, ['running', 'waiting'], 'none', 'none'],
    [
      { running: 1, waiting: 2, paused: 3, completed: 4000 },
      all,
      '1 running, 2 waiting, 3 paused, 4,000 completed',
      '1 sedang berjalan, 2 menunggu, 3 dijeda, 4,000 selesai',
    ],
    [
      { running: 1, completed: 1 },
      ['completed', 'running'],
      '1 completed, 1 running',
      '1 selesai, 1 sedang berjalan',
    ],
  ])('%j of %j', async (use, kinds, english, malay) => {
    for (const [language, text] of [
      ['en', english],
      ['ms', malay],
    ]) {
      await i18n.changeLanguage(language)
      renderPage(<Counts use={{ ...none, ...use }} kinds={kinds} />)
      expect(screen.getByTestId('counts').textContent).toBe(text)
      cleanup()
    }
  })
})

describe('what a deletion does', () => {
  const USE = 'GET /contacts/c1/usage'

  function Question() {
    const [open, setOpen] = useState(false)
    const lines = useConsequences({
      query: callQuery(contactUse, { params: { id: 'c1' } }),
      open,
      say: (use) => [`${use.running} running`, use.paused > 0 ? `${use.paused} paused` : null],
      otherwise: 'They keep it.',
    })
    return (
      <>
        <button type="button" onClick={() => setOpen(!open)}>
          {open ? 'Close' : 'Ask'}
        </button>
        <p data-testid="lines">{lines === null ? 'not known' : lines.join(' | ')}</p>
      </>
    )
  }
  const shows = (text: string) =>
    waitFor(() => expect(screen.getByTestId('lines').textContent).toBe(text))

  it('is loaded only when the dialog is open', async () => {
    const api = fakeApi({ [USE]: ok(none) })
    renderPage(<Question />)
    await shows('not known')
    expect(api.calls).toEqual([])
    await press('Ask')
    await shows('0 running')
    expect(api.calls).toEqual([USE])
  })

  it('leaves out unnecessary sentences', async () => {
    fakeApi({ [USE]: ok({ ...none, running: 2, paused: 1 }) })
    renderPage(<Question />)
    await press('Ask')
    await shows('2 running | 1 paused')
  })

  it('is unknown while loading, also on reload', async () => {
    const api = fakeApi({ [USE]: ok({ ...none, running: 1 }) })
    renderPage(<Question />)
    await press('Ask')
    await shows('1 running')
    await press('Close')
    const late = Promise.withResolvers<void>()
    api.answers[USE] = { ...ok({ ...none, running: 2 }), after: late.promise }
    await press('Ask')
    await shows('not known')
    late.resolve()
    await shows('2 running')
  })

  it.each([
    ['it is refused', refused(500, '')],
    ['it is gone meanwhile', refused(404, 'Contact not found.', 'contact_not_found')],
    ['the answer is unreadable', ok({ running: 'many' })],
  ])('says what is true in any case when %s, and asks no second time', async (_why, answer) => {
    const api = fakeApi({ [USE]: answer })
    renderPage(<Question />)
    await press('Ask')
    await shows('They keep it.')
    expect(api.calls).toEqual([USE])
  })
})
