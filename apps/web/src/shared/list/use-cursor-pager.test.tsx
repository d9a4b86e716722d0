// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { navigate } from '#shared/routing/navigation.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press } from '#shared/testing/user.ts'
import { TablePager } from '#shared/ui/table.tsx'
import { useCursor, useCursorPager } from './use-cursor-pager.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

interface ServedPage {
  items: readonly string[]
  next: string | null
  total: number | null
}

interface PageProps {
  filter?: string
  served: Readonly<Record<string, ServedPage>>
  /** What is in sight is still of the place before. */
  stale?: boolean
}

function Page({ filter = 'all', served, stale = false }: PageProps) {
  const place = useCursor(filter)
  const page = served[place.cursor]
  const pager = useCursorPager(place, page, stale, 2)
  return (
    <>
      <p>{page ? page.items.join(' ') || 'none' : 'loading'}</p>
      <TablePager {...pager} />
    </>
  )
}

const served = {
  '': { items: ['a', 'b'], next: 'c2', total: 5 },
  c2: { items: ['c', 'd'], next: 'c3', total: 5 },
  c3: { items: ['e'], next: null, total: 5 },
}
const NEXT = 'Next page'
const BEFORE = 'Previous page'
const usable = () =>
  [BEFORE, NEXT].filter((name) => !screen.getByRole<HTMLButtonElement>('button', { name }).disabled)

it('leads on to the end, back to the start, and says where one is', async () => {
  renderPage(<Page served={served} />)
  const seen: unknown[] = []
  const note = (range: string) => seen.push([screen.getByText(range) !== null, usable()])
  note('1 to 2 of 5')
  await press(NEXT)
  note('3 to 4 of 5')
  await press(NEXT)
  note('5 to 5 of 5')
  await press(BEFORE)
  note('3 to 4 of 5')
  expect(seen).toEqual([
    [true, [NEXT]],
    [true, [BEFORE, NEXT]],
    [true, [BEFORE]],
    [true, [BEFORE, NEXT]],
  ])
})

it('an unknown total is not shown', () => {
  renderPage(<Page served={{ '': { ...served[''], total: null } }} />)
  screen.getByText('1 to 2')
})

it('an emptied last page moves back by itself', async () => {
  renderPage(<Page served={{ ...served, c2: { items: [], next: null, total: 2 } }} />)
  await press(NEXT)
  await waitFor(() => screen.getByText('1 to 2 of 5'))
})

it('an empty list stays where it is', () => {
  renderPage(<Page served={{ '': { items: [], next: null, total: 0 } }} />)
  screen.getByText('none')
  expect(usable()).toEqual([])
})

it('a page of the previous position has no next page', async () => {
  renderPage(<Page served={served} stale />)
  expect(usable()).toEqual([])
})

it('an empty page of the previous position does not move back', async () => {
  renderPage(<Page served={{ ...served, c2: { items: [], next: null, total: 2 } }} stale />)
  const state = { place: { key: 'all', cursors: ['', 'c2'] } }
  await act(async () => navigate('/', { state }))
  screen.getByText('none')
})

it('a loading page has no range', async () => {
  renderPage(<Page served={{ '': served[''] }} />)
  await press(NEXT)
  screen.getByText('loading')
  expect(usable()).toEqual([BEFORE])
})

it('a reload restores the position; another filter starts over', async () => {
  renderPage(<Page served={served} />)
  await press(NEXT)
  const { state } = window.history
  cleanup()
  window.history.replaceState(state, '', '/')
  const opened = (filter: string) => {
    // As the page is opened again at the same place of the history.
    const push = vi.spyOn(window.history, 'pushState').mockImplementation(() => undefined)
    renderPage(<Page filter={filter} served={served} />)
    push.mockRestore()
  }
  opened('all')
  screen.getByText('c d')
  cleanup()
  opened('another')
  screen.getByText('a b')
})

it.each([
  ['nothing', undefined],
  ['no cursors', { place: { key: 'all', cursors: [] } }],
  ['cursors that are none', { place: { key: 'all', cursors: 'c2' } }],
  ['a state of another page', { scroll: 4 }],
])('a history that keeps %s begins at the start', async (_what, state) => {
  renderPage(<Page served={served} />)
  await act(async () => navigate('/', { state }))
  screen.getByText('a b')
  screen.getByText('1 to 2 of 5')
})
