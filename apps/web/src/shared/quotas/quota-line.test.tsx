// @vitest-environment jsdom
import { QuotaName, type QuotaUse } from '@kirim/contract/quotas'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { QuotaLine } from './quota-line.tsx'
import { quotaWords } from './quota-words.ts'
import { useQuotaFormat } from './use-quota-format.ts'

afterEach(() => {
  cleanup()
  return i18n.changeLanguage('en')
})

const useOf = (given: Partial<QuotaUse> = {}): QuotaUse => ({
  quota: 'contacts',
  used: 5,
  limit: 10,
  ofPlan: 10,
  ...given,
})

/** The tone of the bar, and how far it reaches. */
function barOf(use: QuotaUse) {
  const { container } = render(<QuotaLine use={use} />)
  const bar = container.querySelector<HTMLElement>('[aria-hidden] > span')
  const tone = /bg-(\w+)/.exec(bar?.className ?? '')?.[1]
  return [tone, bar?.style.width, bar?.style.minWidth]
}

describe('the bar', () => {
  it.each([
    ['nothing used', { used: 0 }, ['primary', '0%', '0']],
    ['the first of a thousand', { used: 1, limit: 1000 }, ['primary', '0.1%', '3px']],
    ['just under four fifths', { used: 79, limit: 100 }, ['primary', '79%', '3px']],
    ['four fifths', { used: 80, limit: 100 }, ['warning', '80%', '3px']],
    ['all but one', { used: 99, limit: 100 }, ['warning', '99%', '3px']],
    ['all', { used: 100, limit: 100 }, ['destructive', '100%', '3px']],
    ['more than is allowed by now', { used: 300, limit: 100 }, ['destructive', '100%', '3px']],
    ['nothing allowed at all', { used: 0, limit: 0 }, ['destructive', '100%', '0']],
  ])('of %s', (_what, given, bar) => {
    expect(barOf(useOf(given)).map((part) => part?.replace(/^0px$/, '0'))).toEqual(bar)
  })
})

describe('in words', () => {
  const shown = (use: QuotaUse) => render(<QuotaLine use={use} />).container.textContent

  it.each([
    [{ used: 1234, limit: 250_000 }, 'Contacts1,234 of 250,000'],
    [
      { used: 250_000, limit: 250_000 },
      'Contacts250,000 of 250,000Limit reached. Delete some, or ask an admin for more.',
    ],
    [{ quota: 'mediaBytes', used: 1536 * 1024, limit: 2 * 1024 ** 3 }, 'Media1.5 MB of 2 GB'],
    [
      { quota: 'callsToday', used: 10, limit: 10 },
      'API and AI calls today10 of 10Limit reached for today. It resets at midnight UTC.',
    ],
    [
      { quota: 'peopleWaiting', used: 10, limit: 9 },
      'People waiting10 of 9Limit reached until a campaign finishes. An admin can raise it.',
    ],
  ] as [Partial<QuotaUse>, string][])('%j', (given, text) => {
    expect(shown(useOf(given))).toBe(text)
  })

  it.each(QuotaName.options)('%s has every sentence in Malay', async (quota) => {
    await i18n.changeLanguage('ms')
    const { title, inSentence, whenFull } = quotaWords[quota]
    for (const text of [title, inSentence, whenFull]) expect(i18n.exists(text)).toBe(true)
    const full = shown(useOf({ quota, used: 10, limit: 10 }))
    expect(full).toContain(i18n.t(whenFull))
    expect(full).not.toContain(whenFull)
  })
})

describe('how full it is', () => {
  function Percent({ use }: { use: QuotaUse }) {
    return <p>{useQuotaFormat().fullness(use)}</p>
  }

  it.each([
    [0, 1000, '0%'],
    [9, 1000, '0%'],
    [10, 1000, '1%'],
    [999, 1000, '99%'],
    [999_999, 1_000_000, '99%'],
    [1000, 1000, '100%'],
    [1500, 1000, '150%'],
    [0, 0, '100%'],
  ])('%i of %i is %s: 100% only when it is full', (used, limit, text) => {
    render(<Percent use={useOf({ used, limit })} />)
    screen.getByText(text)
  })
})
