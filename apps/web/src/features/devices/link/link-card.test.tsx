// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { press } from '#shared/testing/user.ts'
import { ScanDevicePage } from '../scan-device-page.tsx'
import { CodeWithRing } from './code-with-ring.tsx'
import { ConnectCard } from './connect-card.tsx'
import { TimeLeft } from './time-left.tsx'
import { useLink } from './use-link.ts'

const DEVICES = 'GET /whatsapp/devices'

let api: FakeApi
beforeEach(() => {
  api = fakeApi({
    [DEVICES]: ok([]),
    'GET /app-info': ok({ network: 'live', mediaUrl: '', version: '1' }),
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

describe('the time that a code has left', () => {
  const START = Date.UTC(2026, 10, 21)
  beforeEach(() => {
    vi.useFakeTimers({ now: START })
  })
  const show = (lifeMs: number, leftMs = lifeMs) => {
    const code = { text: 'code-1', expiresAt: START + leftMs, lifeMs }
    renderPage(
      <>
        <CodeWithRing code={code} />
        <TimeLeft
          until={code.expiresAt}
          label={i18n.t('This code renews in')}
          over={i18n.t('This code is being renewed')}
        />
      </>,
    )
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const words = () => screen.getByText(/^This code/).textContent
  /** The remaining part of the ring, and its tone; null if it is empty. */
  const ring = () => {
    const path = document.querySelector('path[pathLength]')
    const [stands] = path?.getAttribute('stroke-dasharray')?.split(' ') ?? []
    return stands === undefined
      ? null
      : [stands, /stroke-(warning|primary)/.exec(path?.getAttribute('class') ?? '')?.[1]]
  }

  it('runs down to the last seconds, which stand out, and then the code is renewed', async () => {
    show(20_000)
    const seen = [[words(), ring()]]
    for (const ms of [10_000, 4000, 1000, 5000]) {
      await pass(ms)
      seen.push([words(), ring()])
    }
    expect(seen).toEqual([
      ['This code renews in 20 s', ['100', 'primary']],
      ['This code renews in 10 s', ['50', 'primary']],
      ['This code renews in 6 s', ['30', 'primary']],
      ['This code renews in 5 s', ['25', 'warning']],
      ['This code is being renewed', null],
    ])
    screen.getByText('Renewing the code')
    screen.getByRole('img', { name: 'QR code to scan with the phone' })
  })

  it('of a code that was told again begins where it was', () => {
    show(20_000, 5000)
    expect([words(), ring()]).toEqual(['This code renews in 5 s', ['25', 'warning']])
  })

  it('is never more than all of it, however the clocks of both ends differ', () => {
    show(20_000, 90_000)
    expect(ring()).toEqual(['100', 'primary'])
  })

  it('is said in Malay', async () => {
    await i18n.changeLanguage('ms')
    show(90_000)
    screen.getByText(i18n.t('This code renews in'))
    expect(screen.queryByText(/^This code/)).toBeNull()
  })
})

describe('what stands in the place of the code', () => {
  function Card() {
    return <ConnectCard link={useLink()} isForAny />
  }
  const life = { expiresInMs: 20_000, attempt: 1 }
  type Page = ReturnType<typeof renderPage>

  const ways: [string, (page: Page) => Promise<unknown>, string][] = [
    ['nothing was asked', async () => undefined, 'No code yet'],
    ['one is on its way', () => press('Connect Another Device'), 'Connecting, please wait...'],
    [
      'it was scanned',
      async ({ say }) => {
        await say('whatsapp_qr', 'code-1', life)
        await say('whatsapp_status', 'connected')
      },
      'The number is linked.',
    ],
    [
      'nobody scanned it',
      async ({ say }) => {
        await say('whatsapp_qr', 'code-1', life)
        await say('whatsapp_status', 'disconnected')
      },
      'No phone scanned the code in time.',
    ],
    [
      'the plan has no room',
      ({ say }) => say('whatsapp_status', 'limit_reached'),
      'Connection limit reached for your plan.',
    ],
    [
      'the line is gone',
      ({ setConnection }) => setConnection('disconnected'),
      'Connection to server lost. Please reload the page.',
    ],
  ]

  it.each(ways)(
    'when %s is told, and read out, in both languages',
    async (_when, lead, sentence) => {
      const page = renderPage(<Card />)
      await screen.findByText(/^Your Basic plan allows 3 devices\. 0/)
      await lead(page)
      const told = await screen.findByText(sentence)
      expect(told.closest('[role=status]')).not.toBeNull()
      await act(() => i18n.changeLanguage('ms'))
      screen.getByText(i18n.t(sentence))
      expect(screen.queryByText(sentence)).toBeNull()
    },
  )

  it('a number that was linked and took the last place is told as linked, not as an error', async () => {
    const { say } = renderPage(<Card />, { membershipPlan: 'Free' })
    await screen.findByText(/0 are connected/)
    await say('whatsapp_qr', 'code-1', life)
    api.answers[DEVICES] = ok([deviceOf()])
    await say('whatsapp_status', 'connected')
    await screen.findByText('Connection limit reached for your plan.')
    screen.getByText('The number is linked.')
    expect(screen.queryByText('The number of your Free plan is in use.')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('a code that waits stays in sight when another device takes the last place', async () => {
    const { say } = renderPage(<ScanDevicePage />, { membershipPlan: 'Free' })
    await screen.findByText('0 of 1')
    await say('whatsapp_qr', 'code-1', life)
    api.answers[DEVICES] = ok([deviceOf()])
    await say('devices_changed')
    await screen.findByText('1 of 1')
    screen.getByRole('img', { name: 'QR code to scan with the phone' })
    screen.getByRole('button', { name: 'Cancel' })
    expect(screen.queryByText('The number of your Free plan is in use.')).toBeNull()
  })

  it.each([
    ['a code without a life', ['code-1']],
    ['a life that is none', ['code-1', { expiresInMs: 'long', attempt: 1 }]],
  ])('%s is shown by nobody', async (_what, args) => {
    const { say } = renderPage(<Card />)
    await say('whatsapp_qr', ...args)
    await waitFor(() => screen.getByText('No code yet'))
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('a code that cannot be withdrawn, for the line is gone, says so', async () => {
    const { say, setConnection, heard } = renderPage(<Card />)
    await say('whatsapp_qr', 'code-1', life)
    await setConnection('connecting')
    heard.length = 0
    await press('Cancel')
    await screen.findByText('Connection to server not ready or user not available.')
    expect(heard).toEqual([])
  })
})
