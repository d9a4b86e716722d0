import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  currentToasts,
  dismissAllToasts,
  dismissToast,
  ERROR_HOLD,
  TOAST_DURATION,
  TOAST_REMOVE_DELAY,
  toast,
} from './toast.ts'

function titles(): string[] {
  return currentToasts().map((entry) => entry.title)
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  dismissAllToasts()
  vi.runAllTimers()
  vi.useRealTimers()
})

it('only the newest is shown [9.toast-b.visible]', () => {
  toast({ title: 'one' })
  toast({ title: 'two' })
  expect(titles()).toEqual(['two'])
})

const failed = (title: string) => toast({ title, tone: 'error' })

it('errors that come together are shown one after the other, each for a while', () => {
  failed('one')
  failed('two')
  failed('three')
  failed('two')
  expect(titles()).toEqual(['one'])
  vi.advanceTimersByTime(ERROR_HOLD)
  expect(titles()).toEqual(['three'])
  vi.advanceTimersByTime(ERROR_HOLD)
  expect(titles()).toEqual(['two'])
  vi.advanceTimersByTime(ERROR_HOLD)
  expect(titles()).toEqual(['two'])
})

it('an error that waits comes when the one before it is closed', () => {
  const { id } = failed('one')
  failed('two')
  dismissToast(id)
  expect(currentToasts()).toMatchObject([{ title: 'two', open: true }])
})

it('an error that has stood for a while is replaced at once', () => {
  failed('one')
  vi.advanceTimersByTime(ERROR_HOLD)
  failed('two')
  expect(titles()).toEqual(['two'])
})

it.each(['success', 'info'] as const)(
  'what is no error does not wait (%s), and the error that waited comes after its time',
  (tone) => {
    failed('one')
    failed('two')
    toast({ title: 'done', tone })
    expect(titles()).toEqual(['done'])
    vi.advanceTimersByTime(TOAST_DURATION - 1)
    expect(titles()).toEqual(['done'])
    vi.advanceTimersByTime(1)
    expect(titles()).toEqual(['two'])
  },
)

it('an error that waits comes at once when news after it is closed', () => {
  failed('one')
  failed('two')
  toast({ title: 'done', tone: 'success' }).dismiss()
  expect(currentToasts()).toMatchObject([{ title: 'two', open: true }])
})

it('a waiting error does not replace a progress toast, and follows its outcome', () => {
  failed('one')
  failed('two')
  const { update } = toast({ title: 'working', tone: 'progress' })
  vi.advanceTimersByTime(10 * TOAST_DURATION)
  expect(titles()).toEqual(['working'])
  update({ title: 'done', tone: 'success' })
  vi.advanceTimersByTime(TOAST_DURATION - 1)
  expect(titles()).toEqual(['done'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual(['two'])
})

it('a repeated error does not block a waiting one', () => {
  failed('one')
  failed('two')
  for (let told = 0; told < 3; told += 1) {
    vi.advanceTimersByTime(ERROR_HOLD / 4)
    failed('one')
    expect(titles()).toEqual(['one'])
  }
  vi.advanceTimersByTime(ERROR_HOLD / 4)
  expect(titles()).toEqual(['two'])
})

it('a repeated error does not wait for itself', () => {
  failed('one')
  const { id } = failed('one')
  expect(currentToasts()).toMatchObject([{ id, title: 'one' }])
})

it('an error that waits can be withdrawn', () => {
  failed('one')
  failed('two').dismiss()
  vi.advanceTimersByTime(ERROR_HOLD)
  expect(titles()).toEqual(['one'])
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
