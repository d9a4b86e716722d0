// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAddress } from './address.ts'
import { AppRouter } from './app-router.tsx'
import { isLeaveAsked, leaveOnceAllowed, useLeaveQuestion } from './leave-question.ts'
import { navigate } from './navigation.ts'
import { isOtherPage, newEntry, storedEntry } from './visit-entry.ts'

const scrollTo = vi.fn()
beforeEach(() => {
  vi.stubGlobal('scrollTo', scrollTo)
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  scrollTo.mockReset()
  vi.unstubAllGlobals()
})

function Address() {
  const { pathname, search, hash, state } = useAddress()
  return (
    <main>
      <p data-testid="at">{pathname + search + hash}</p>
      <p data-testid="state">{JSON.stringify(state) ?? 'none'}</p>
      <h2 id="part two">A part</h2>
    </main>
  )
}

function open(address: string, page = <Address />) {
  window.history.pushState(null, '', address)
  return render(<AppRouter>{page}</AppRouter>)
}

const at = () => screen.getByTestId('at').textContent
const go = (...args: Parameters<typeof navigate>) => act(async () => navigate(...args))

describe('a history entry', () => {
  it.each([
    ['/list', '/list', false],
    ['/list', '/list#part', false],
    ['/list?q=1', '/list?q=1#part', false],
    ['/list', '/list?q=1', true],
    ['/list?q=1', '/list?q=2', true],
    ['/list', '/other', true],
    ['/list', '/list/', true],
  ])('%s and %s: another page %s', (one, other, expected) => {
    const url = (address: string) => new URL(address, 'http://kirim.test')
    expect(isOtherPage(url(one), url(other))).toBe(expected)
  })

  it.each([
    ['nothing', null],
    ['a state of somebody else', { scroll: 4 }],
    ['a key alone', { key: 'a' }],
    ['a number that is none', { key: 'a', index: '1' }],
  ])("is null when the browser's state has %s", (_what, state) => {
    window.history.replaceState(state, '', '/list')
    expect(storedEntry()).toBeNull()
  })

  it('has a unique key', () => {
    const url = new URL('http://kirim.test/list')
    const keys = Array.from({ length: 50 }, () => newEntry(url, 0).key)
    expect(new Set(keys).size).toBe(50)
  })
})

describe('navigating', () => {
  it.each([
    ['a new place', {}, 1],
    ['the place of the present one', { replace: true }, 0],
  ])("uses %s and stores the page's state", async (_what, options, more) => {
    open('/list')
    const before = window.history.length
    await go('/form?id=1', { ...options, state: { step: 2 } })
    expect([at(), screen.getByTestId('state').textContent]).toEqual(['/form?id=1', '{"step":2}'])
    expect(window.history.length - before).toBe(more)
    await go('/list')
    expect(screen.getByTestId('state').textContent).toBe('none')
  })

  it('resolves relative addresses', async () => {
    open('/list/a')
    await go('b?x=1#y')
    expect(at()).toBe('/list/b?x=1#y')
    await go('?x=2')
    expect(at()).toBe('/list/b?x=2')
  })

  it('before the router is mounted is seen by the router', () => {
    navigate('/later')
    render(
      <AppRouter>
        <Address />
      </AppRouter>,
    )
    expect(at()).toBe('/later')
  })

  it('scrolls to the fragment, else to the top', async () => {
    open('/list')
    const part = screen.getByText('A part')
    part.scrollIntoView = vi.fn()
    await go('/list#part%20two')
    expect(part.scrollIntoView).toHaveBeenCalledOnce()
    scrollTo.mockReset()
    await go('/list#nothing')
    expect(scrollTo.mock.calls).toEqual([[0, 0]])
  })
})

describe('going back', () => {
  it('restores the stored state of a known entry', async () => {
    open('/list')
    await go('/list', { replace: true, state: { page: 3 } })
    await go('/form')
    await act(async () => window.history.back())
    await waitFor(() => expect(at()).toBe('/list'))
    expect(screen.getByTestId('state').textContent).toBe('{"page":3}')
  })

  it('past a fragment link, which has its own entry', async () => {
    open('/list')
    const places = storedEntry()?.index ?? Number.NaN
    await act(async () => {
      window.history.pushState(null, '', '/list#part')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(at()).toBe('/list#part')
    expect(storedEntry()).toMatchObject({ hash: '#part', index: places + 1 })
  })
})

describe('the question before a form is left', () => {
  const leave = vi.fn()
  beforeEach(() => leave.mockReset())

  function Form({ name, active = true }: { name: string; active?: boolean }) {
    useLeaveQuestion(active, (next) => {
      leave(name)
      if (name === 'willing') next()
    })
    return null
  }

  it('is not asked while nothing would be lost', () => {
    render(<Form name="one" active={false} />)
    const done = vi.fn()
    leaveOnceAllowed(done)
    expect([isLeaveAsked(), done.mock.calls.length, leave.mock.calls]).toEqual([false, 1, []])
  })

  it('is asked by the form mounted last', () => {
    const forms = (last: boolean) => (
      <>
        <Form name="first" />
        {last && <Form name="last" />}
      </>
    )
    const { rerender } = render(forms(true))
    const done = vi.fn()
    leaveOnceAllowed(done)
    rerender(forms(false))
    leaveOnceAllowed(done)
    expect([leave.mock.calls.flat(), done.mock.calls.length]).toEqual([['last', 'first'], 0])
  })

  it('may allow leaving at once', () => {
    render(<Form name="willing" />)
    const done = vi.fn()
    leaveOnceAllowed(done)
    expect(done).toHaveBeenCalledOnce()
  })
})
