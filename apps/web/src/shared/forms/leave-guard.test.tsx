// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import '#shared/i18n/i18n.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { leaveOnceAllowed } from './leave-question.ts'

const FORM = '/add-campaign?type=bulk'
const onLeave = vi.fn()
const signOut = vi.fn()

afterEach(() => {
  cleanup()
  onLeave.mockReset()
  signOut.mockReset()
})

function open(active = true) {
  const guarded = <LeaveGuard active={active} onLeave={onLeave} />
  const router = createMemoryRouter(
    [
      { path: '/add-campaign', element: guarded },
      { path: '/', element: null },
    ],
    { initialEntries: [FORM] },
  )
  render(<RouterProvider router={router} />)
  return router
}

const QUESTION = 'Leave without saving?'
const asked = () => screen.queryByText(QUESTION)
const isAsked = () => screen.findByText(QUESTION)
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const addressOf = ({ state: { location } }: ReturnType<typeof open>) =>
  location.pathname + location.search

it.each(['/', '/add-campaign?type=ai_chatbot', '/add-campaign'])(
  'asks before %s, which is another page or another form [2.form.leave-question]',
  async (next) => {
    const router = open()
    await act(() => router.navigate(next))
    await isAsked()
    await press('Cancel')
    expect(addressOf(router)).toBe(FORM)
    expect(onLeave).not.toHaveBeenCalled()
    await act(() => router.navigate(next))
    await isAsked()
    await press('Leave')
    expect(addressOf(router)).toBe(next)
    expect(onLeave).toHaveBeenCalledOnce()
  },
)

it('a place on the same page is no other page', async () => {
  const router = open()
  await act(() => router.navigate(`${FORM}#content`))
  expect(asked()).toBeNull()
})

it('asks before a log-out, and does it only after a yes [2.form.leave-question]', async () => {
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
