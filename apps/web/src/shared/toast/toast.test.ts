import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToasts, dismissToast, TOAST_REMOVE_DELAY, toast } from './toast.ts'

function titles(): string[] {
  return currentToasts().map((entry) => entry.title)
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.runAllTimers()
  vi.useRealTimers()
})

it('only the newest stands [9.toast-b.visible]', () => {
  toast({ title: 'one' })
  toast({ title: 'two' })
  expect(titles()).toEqual(['two'])
})

it('a progress toast becomes its outcome, in place', () => {
  const { id, update } = toast({ title: 'Deleting campaign...', tone: 'progress' })
  update({ title: 'Campaign deleted successfully!', tone: 'success' })
  expect(currentToasts()).toEqual([
    { id, title: 'Campaign deleted successfully!', tone: 'success', open: true },
  ])
})

it.each([
  [
    'closed',
    () =>
      currentToasts().forEach(({ id }) => {
        dismissToast(id)
      }),
  ],
  ['replaced', () => void toast({ title: 'another' })],
])('an outcome is shown even when its progress toast was %s', (_name, happens) => {
  const { update } = toast({ title: 'working', tone: 'progress' })
  happens()
  update({ title: 'done', tone: 'success' })
  expect(currentToasts()).toMatchObject([{ title: 'done', open: true }])
})

it('a dismissed toast leaves the store 1,000,000 ms later [9.toast-b.removal]', () => {
  const { dismiss } = toast({ title: 'one' })
  dismiss()
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1)
  expect(currentToasts()).toMatchObject([{ title: 'one', open: false }])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})
