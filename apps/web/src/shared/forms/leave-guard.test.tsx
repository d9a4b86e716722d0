// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import '#shared/i18n/i18n.ts'
import { AppRouter } from '#shared/routing/app-router.tsx'
import { leaveOnceAllowed } from '#shared/routing/leave-question.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { LeaveGuard } from './leave-guard.tsx'

const FORM = '/add-campaign?type=bulk'
const onLeave = vi.fn()
const signOut = vi.fn()

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  onLeave.mockReset()
  signOut.mockReset()
})

function open(active = true) {
  window.history.pushState(null, '', FORM)
  render(
    <AppRouter>
      <Route path="/add-campaign">
        <LeaveGuard active={active} onLeave={onLeave} />
      </Route>
    </AppRouter>,
  )
}

const QUESTION = 'Leave without saving?'
const asked = () => screen.queryByText(QUESTION)
const isAsked = () => screen.findByText(QUESTION)
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const address = () => window.location.pathname + window.location.search

it.each(['/', '/add-campaign?type=ai_chatbot', '/add-campaign'])(
  'asks before %s, which is another page or another form [2.form.leave-question]',
  async (next) => {
    open()
    act(() => navigate(next))
    await isAsked()
    await press('Cancel')
    expect(address()).toBe(FORM)
    expect(onLeave).not.toHaveBeenCalled()
    act(() => navigate(next))
    await isAsked()
    await press('Leave')
    expect(address()).toBe(next)
    expect(onLeave).toHaveBeenCalledOnce()
  },
)

it('does not ask about a fragment of the same page', async () => {
  open()
  act(() => navigate(`${FORM}#content`))
  expect(asked()).toBeNull()
})

it('asks before a sign-out, and continues only after a yes [2.form.leave-question]', async () => {
  open()
  act(() => leaveOnceAllowed(signOut))
  await isAsked()
  await press('Cancel')
  expect(asked()).toBeNull()
  expect(signOut).not.toHaveBeenCalled()
  act(() => leaveOnceAllowed(signOut))
  await isAsked()
  await press('Leave')
  expect([onLeave.mock.calls.length, signOut.mock.calls.length]).toEqual([1, 1])
})

it.each(['unchanged', 'left'])('asks nothing about a form that is %s', (state) => {
  open(state !== 'unchanged')
  if (state === 'left') cleanup()
  act(() => leaveOnceAllowed(signOut))
  expect(signOut).toHaveBeenCalledOnce()
})
