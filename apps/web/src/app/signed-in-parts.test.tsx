// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AuthContext, useAuth, useUser } from '#shared/auth/auth-context.ts'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf, groupOf } from '#shared/testing/samples.ts'
import { press, stubLayout, turnsOfTheLoop } from '#shared/testing/user.ts'
import { ThemeProvider } from '#shared/theme/theme.tsx'
import { FirstSteps } from './dashboard/first-steps.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { LostConnectionBar } from './lost-connection-bar.tsx'
import { SandboxBanner } from './sandbox-banner.tsx'
import { SandboxRoute } from './sandbox-route.tsx'
import { TopBar } from './top-bar.tsx'

const INFO = 'GET /app-info'
const info = (network: string) => ok({ network, mediaUrl: '', version: '1' })
const signOut = vi.fn()

let api: FakeApi
beforeEach(() => {
  stubLayout()
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  api = fakeApi({})
})
afterEach(async () => {
  cleanup()
  signOut.mockReset()
  localStorage.clear()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

describe('a server that cannot be reached', () => {
  const at = new Date(2026, 10, 21, 10, 24, 10).getTime()
  const bar = () => screen.getByRole('status')

  it('shows since when it is unreachable, and reconnects on request', async () => {
    const { heard, setConnection } = renderPage(<LostConnectionBar />)
    expect(bar().textContent).toBe('')
    await setConnection('disconnected', at)
    expect(bar().textContent).toMatch(
      /^Connection to server lost\. This page shows data from 10:24:10\..*Try now$/,
    )
    await press('Try now')
    expect(heard).toEqual([['try now']])
    await setConnection('connected')
    expect(bar().textContent).toBe('')
  })

  it('is shown in Malay', async () => {
    await i18n.changeLanguage('ms')
    const { setConnection } = renderPage(<LostConnectionBar />)
    await setConnection('disconnected', at)
    expect(bar().textContent).toContain(i18n.t('Connection to server lost.'))
    expect(bar().textContent).not.toMatch(/server|lost|Try/)
  })
})

describe('the sandbox', () => {
  it.each([
    ['sandbox', '/', ['Sandbox phone']],
    ['sandbox', '/sandbox', []],
    ['live', '/', null],
  ])('on the network %s the page %s leads to %j', async (network, address, links) => {
    api.answers[INFO] = info(network)
    renderPage(<SandboxBanner />, {}, address)
    await turnsOfTheLoop(2)
    expect(api.calls).toEqual([INFO])
    if (links === null) return expect(screen.queryByRole('complementary')).toBeNull()
    const banner = within(await screen.findByRole('complementary', { name: 'Sandbox' }))
    expect(banner.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(links)
  })

  it.each([
    ['live', info('live'), 'There is no page at this address.'],
    ['sandbox', info('sandbox'), 'Loading phones...'],
  ])('has a page on the network %s: %s', async (_network, answer, text) => {
    const never = new Promise<void>(() => undefined)
    api.answers = { [INFO]: answer, 'GET /sandbox/phones': { ...ok([]), after: never } }
    renderPage(<SandboxRoute />)
    await screen.findByText(text)
  })

  it('shows nothing while the network is unknown', async () => {
    api.answers[INFO] = refused(404, '')
    renderPage(
      <>
        <SandboxBanner />
        <SandboxRoute />
      </>,
    )
    await turnsOfTheLoop(1)
    expect(api.calls).toEqual([INFO])
    expect(document.querySelector('aside, h1')).toBeNull()
  })
})

describe('a page that breaks', () => {
  const broken = 'This page could not be shown.'
  function Page({ breaks }: { breaks: boolean }) {
    if (breaks) throw new Error('broken')
    return <p>whole</p>
  }
  function Pages() {
    const [at, setAt] = useState('/broken')
    return (
      <>
        <button type="button" onClick={() => setAt('/whole')}>
          Go
        </button>
        <FailureBoundary at={at}>
          <Page breaks={at === '/broken'} />
        </FailureBoundary>
      </>
    )
  }

  it('keeps the rest of the screen, and another page is tried again', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    renderPage(<Pages />)
    screen.getByText(broken)
    await press('Go')
    screen.getByText('whole')
    expect(screen.queryByText(broken)).toBeNull()
    quiet.mockRestore()
  })
})

describe('the top bar', () => {
  function Bar() {
    return <TopBar user={useUser()} />
  }
  function WithSignOut({ children }: { children: ReactNode }) {
    return <AuthContext value={{ ...useAuth(), signOut }}>{children}</AuthContext>
  }
  const show = (given = {}, address = '/', beside: ReactNode = null) =>
    renderPage(
      <ThemeProvider>
        <WithSignOut>
          <Bar />
          {beside}
        </WithSignOut>
      </ThemeProvider>,
      given,
      address,
    )
  const openMenu = async () => {
    fireEvent.keyDown(screen.getByRole('button', { name: /^User menu/ }), { key: 'Enter' })
    return screen.findAllByRole('menuitem')
  }

  it.each([
    ['/', 'Dashboard'],
    ['/settings', 'AI Chatbot'],
    ['/contacts', 'Upload Contacts'],
    ['/account', null],
  ])('on %s marks %s', (address, current) => {
    show({}, address)
    const main = within(screen.getByRole('navigation', { name: 'Main' }))
    const marked = main.getAllByRole('link').filter((link) => link.getAttribute('aria-current'))
    expect(marked.map(({ textContent }) => textContent)).toEqual(current ? [current] : [])
  })

  it('shows the members link to admins only', async () => {
    show()
    expect(screen.queryByRole('link', { name: 'Admin Users' })).toBeNull()
    const items = await openMenu()
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Account',
      'Media Storage',
      'Log Out',
    ])
    cleanup()
    show({ role: 'admin' })
    screen.getByRole('link', { name: 'Admin Users' })
  })

  it('somebody without a name is called User, in both languages', async () => {
    show({ name: '' })
    expect(screen.getByRole('button', { name: /^User menu/ }).textContent).toContain('User')
    cleanup()
    await i18n.changeLanguage('ms')
    show({ name: '' })
    screen.getByRole('button', { name: new RegExp(`^${i18n.t('User menu')}`) })
  })

  const logOut = async () => {
    await openMenu()
    await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: 'Log Out' })))
  }

  it('logs out at once where nothing would be lost', async () => {
    show()
    await logOut()
    expect(signOut).toHaveBeenCalledOnce()
  })

  it('asks first where something was typed', async () => {
    const left = vi.fn()
    show({}, '/', <LeaveGuard active onLeave={left} />)
    await logOut()
    await screen.findByText('Leave without saving?')
    expect(signOut).not.toHaveBeenCalled()
    await press('Leave')
    expect([left.mock.calls.length, signOut.mock.calls.length]).toEqual([1, 1])
  })

  it('opens the drawer of a small screen, which goes with a link', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
    show({ name: '' })
    await press('Open menu')
    const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
    drawer.getByText('User')
    await act(async () => fireEvent.click(drawer.getByRole('link', { name: 'Upload Contacts' })))
    expect(window.location.pathname).toBe('/contacts')
    await turnsOfTheLoop(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the first steps', () => {
  it.each([
    ['nothing', [], [], []],
    ['a number', [deviceOf({ connected: false })], [], ['Link a number']],
    ['an empty group', [], [groupOf('g1', 'Staf', 0)], []],
    [
      'both',
      [deviceOf()],
      [groupOf('g0', 'Kosong', 0), groupOf()],
      ['Link a number', 'Add your contacts'],
    ],
  ])('with %s done are %s', async (_what, devices, groups, done) => {
    api.answers = { 'GET /whatsapp/devices': ok(devices), 'GET /contact-groups': ok(groups) }
    renderPage(<FirstSteps />)
    for (const title of done) {
      const step = screen.getByText(title).closest('a')
      await within(step as HTMLElement).findByRole('img', { name: 'Done' })
    }
    await turnsOfTheLoop(5)
    expect(screen.queryAllByRole('img', { name: 'Done' })).toHaveLength(done.length)
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/scan-device',
      '/contacts',
      '/dashboard/add-campaign?type=bulk',
    ])
  })

  it('are shown although neither query succeeds', async () => {
    api.answers = {
      'GET /whatsapp/devices': refused(403, ''),
      'GET /contact-groups': refused(403, ''),
    }
    renderPage(<FirstSteps />)
    await turnsOfTheLoop(5)
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.[0])).toEqual([
      '1',
      '2',
      '3',
    ])
  })
})
