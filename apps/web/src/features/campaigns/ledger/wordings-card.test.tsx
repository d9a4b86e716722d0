// @vitest-environment jsdom
import type { CampaignReport, VariantOutcome } from '@kirim/contract/campaign-ledger'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '#shared/testing/render-page.tsx'
import { WordingsCard } from './wordings-card.tsx'

const outcome = (letter: string, given: Partial<VariantOutcome>): VariantOutcome => ({
  letter,
  caption: `Wording ${letter}`,
  removed: false,
  people: 1000,
  sent: 800,
  delivered: 800,
  read: 400,
  answered: 80,
  failed: 3,
  ...given,
})

const show = (given: Partial<CampaignReport>) =>
  renderPage(<WordingsCard report={given as CampaignReport} />)
afterEach(cleanup)

it('shows what became of each wording, and says whether chance would do it', () => {
  show({
    variants: [outcome('A', {}), outcome('B', { read: 200, answered: 120, removed: true })],
    comparison: [{ code: 'answered_more', params: { letter: 'B', tries: 190 } }],
  })
  const [, first, second] = screen.getAllByRole('row')
  if (!first || !second) throw new Error('A row is missing.')
  for (const text of ['Wording A', '50%', '10%']) within(first).getByText(text)
  for (const text of ['Wording B', 'no longer sent', '25%', '15%']) within(second).getByText(text)
  screen.getByText(
    'B is answered more often. Chance alone would give this difference about once in 190 tries.',
  )
})

it('is not there where there is one wording', () => {
  show({ variants: [], comparison: [] })
  expect(screen.queryByText('Wordings')).toBeNull()
})
