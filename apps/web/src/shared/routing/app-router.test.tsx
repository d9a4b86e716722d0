// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Link, Route } from 'wouter'
import { useSearchParams } from './address.ts'
import { AppRouter } from './app-router.tsx'
import { useLeaveQuestion } from './leave-question.ts'
import { navigate } from './navigation.ts'

/** Continues the navigation that the guard holds back. */
let leave: (() => void) | null = null

const scrollTo = vi.fn()

beforeEach(() => {
  leave = null
  vi.stubGlobal('scrollTo', scrollTo)
})
afterEach(() => {
  cleanup()
  scrollTo.mockReset()
  vi.unstubAllGlobals()
})

function Form() {
  useLeaveQuestion(true, (next) => {
    leave = next
  })
  return <p>A form</p>
}

function Query() {
  const [params, setParams] = useSearchParams()
  const add = (key: string) =>
    setParams((before) => new URLSearchParams([...before, [key, '%41']]), { replace: true })
  return (
    <button type="button" onClick={() => ['a', 'b'].forEach(add)}>
      {[...params].join(' ')}
    </button>
  )
}

function open(address: string, code: Promise<void> = Promise.resolve()) {
  const Slow = lazy(async () => {
    await code
    return { default: () => <p>The slow page</p> }
  })
  window.history.pushState(null, '', address)
  render(
    <AppRouter>
      <Suspense fallback="Nothing to see">
        <Route path="/list">
          <Link to="/list">The list</Link>
          <Link to="/form">To the form</Link>
          <Link to="/slow">To the slow page</Link>
          <Query />
        </Route>
        <Route path="/form">
          <Form />
        </Route>
        <Route path="/slow">
          <Slow />
        </Route>
      </Suspense>
    </AppRouter>,
  )
}

const follow = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('link', { name })))
const back = () => act(async () => window.history.back())
const path = () => window.location.pathname

it('undoes Back from a form that asks first, and repeats it once allowed', async () => {
  open('/list')
  await follow('To the form')
  await back()
  await waitFor(() => expect(leave).not.toBeNull())
  await waitFor(() => expect(path()).toBe('/form'))
  screen.getByText('A form')
  await act(async () => leave?.())
  await screen.findByText('To the form')
  expect(path()).toBe('/list')
})

it('keeps a page until the code of the next one is loaded', async () => {
  let loaded = () => {}
  const code = new Promise<void>((resolve) => {
    loaded = resolve
  })
  open('/list', code)
  await follow('To the slow page')
  screen.getByText('To the form')
  expect([path(), screen.queryByText('Nothing to see')]).toEqual(['/slow', null])
  await act(async () => loaded())
  await screen.findByText('The slow page')
})

it('a link to the current page adds no history entry', async () => {
  open('/list')
  const before = window.history.length
  await follow('The list')
  expect(window.history.length).toBe(before)
})

it('restores the scroll position on Back, and starts a new page at the top', async () => {
  open('/list')
  scrollTo.mockReset()
  vi.stubGlobal('scrollY', 700)
  await follow('To the slow page')
  await screen.findByText('The slow page')
  expect(scrollTo.mock.lastCall).toEqual([0, 0])
  await back()
  await screen.findByText('To the form')
  expect(scrollTo.mock.lastCall).toEqual([0, 700])
})

it('combines changes of the query, decodes once, and can keep the scroll position', async () => {
  open('/list?q=%2541')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'q,%41' })))
  screen.getByRole('button', { name: 'q,%41 a,%41 b,%41' })
  scrollTo.mockReset()
  await act(async () => navigate('/list?q=1', { replace: true, keepScroll: true }))
  expect(scrollTo).not.toHaveBeenCalled()
})

it('shows an address with a malformed fragment', async () => {
  open('/list')
  await act(async () => navigate('/form#%E0%A4%A'))
  screen.getByText('A form')
})
