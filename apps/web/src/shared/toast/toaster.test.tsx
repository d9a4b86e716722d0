// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { toast as sonner } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from '#shared/ui/dialog.tsx'
import '#shared/i18n/i18n.ts'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

vi.mock('sonner', (real) => real())

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})
afterEach(() => {
  cleanup()
  sonner.dismiss()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const open = (limit = 1) => render(<Toaster limit={limit} duration={5000} />)
/** In slices, since React renders at the end of each `act`. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 50) {
    await act(async () => vi.advanceTimersByTime(Math.min(50, ms - passed)))
  }
}
const titles = () =>
  [...document.querySelectorAll('[data-sonner-toast] [data-title]')].map((title) =>
    title.textContent.trim(),
  )
/** Shows a toast, and lets the animations end. */
const show = async (...contents: Parameters<typeof toast>) => {
  const handle = toast(...contents)
  await pass(500)
  return handle
}

it('shows only the newest [9.toast-b.visible]', async () => {
  open()
  await show({ title: 'one' })
  await show({ title: 'two', tone: 'error' })
  expect(titles()).toEqual(['two'])
})

it('shows an error for a while before the next error', async () => {
  open()
  await show({ title: 'one', tone: 'error' })
  await show({ title: 'two', tone: 'error' })
  expect(titles()).toEqual(['one'])
  await pass(2500)
  expect(titles()).toEqual(['two'])
})

it('shows several where several may be seen [9.toast-a.visible]', async () => {
  open(3)
  await show({ title: 'one' })
  await show({ title: 'two' })
  expect(titles()).toEqual(['two', 'one'])
})

it('closes a toast after its time [9.toast-b.duration]', async () => {
  open()
  toast({ title: 'one' })
  await pass(4990)
  expect(titles()).toEqual(['one'])
  await pass(1000)
  expect(titles()).toEqual([])
})

it('shows progress until its outcome, which takes its place', async () => {
  open()
  const { update } = await show({ title: 'Deleting', tone: 'progress' })
  await pass(10_000)
  expect(titles()).toEqual(['Deleting'])
  update({ title: 'Deleted', tone: 'success' })
  await pass(500)
  expect(titles()).toEqual(['Deleted'])
  await pass(6000)
  expect(titles()).toEqual([])
})

it('shows an outcome even when its progress was replaced', async () => {
  open()
  const { update } = await show({ title: 'working', tone: 'progress' })
  await show({ title: 'another' })
  update({ title: 'done', tone: 'success' })
  await pass(500)
  expect(titles()).toEqual(['done'])
})

it('shows a toast created before the toaster was loaded, unless it was dismissed', async () => {
  toast({ title: 'early' })
  toast({ title: 'gone' }).dismiss()
  open()
  await pass(500)
  expect(titles()).toEqual(['early'])
})

it('shows nothing of one user to the next', async () => {
  const { unmount } = open()
  await show({ title: 'one', tone: 'error' })
  await show({ title: 'waits for the first', tone: 'error' })
  unmount()
  open()
  await pass(3000)
  expect(titles()).toEqual([])
})

it('a press on a toast does not close a dialog', async () => {
  const onOpenChange = vi.fn()
  render(<Dialog open onOpenChange={onOpenChange} title="Title" />)
  open()
  const onSelect = vi.fn()
  await show({ title: 'Deleted', action: { label: 'Undo', onSelect } })
  const undo = screen.getByText('Undo')
  undo.setPointerCapture = () => undefined
  fireEvent.pointerDown(undo)
  fireEvent.click(undo)
  await pass(500)
  expect(onSelect).toHaveBeenCalledOnce()
  expect(onOpenChange).not.toHaveBeenCalled()
  expect(titles()).toEqual([])
})
