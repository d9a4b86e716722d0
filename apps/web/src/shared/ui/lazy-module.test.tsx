// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import '#shared/i18n/i18n.ts'
import { pressKey } from '#shared/testing/user.ts'
import { lazyDialog } from './lazy-dialog.tsx'
import { lazyModule } from './lazy-module.ts'
import { lazyOnceLoaded } from './lazy-once-loaded.tsx'
import { Menu, MenuItem } from './menu.tsx'

afterEach(cleanup)

/** Code that loads when the test says so; records each load. */
function code<P>(parts: P) {
  const loads: PromiseWithResolvers<P>[] = []
  const load = vi.fn(() => {
    const next = Promise.withResolvers<P>()
    loads.push(next)
    return next.promise
  })
  return {
    load,
    comes: () => act(async () => loads.at(-1)?.resolve(parts)),
    fails: () => act(async () => loads.at(-1)?.reject(new TypeError('gone'))),
  }
}

describe('a lazy module', () => {
  it('is available once loaded, and is not loaded again', async () => {
    const { load, comes } = code('parts')
    const later = lazyModule(load)
    expect(later.now()).toBeNull()
    const first = later.load()
    await comes()
    await expect(first).resolves.toBe('parts')
    expect([later.now(), await later.load(), load.mock.calls.length]).toEqual(['parts', 'parts', 1])
    expect(later.prepare()).toBeUndefined()
  })

  it('that failed to load is loaded again', async () => {
    const { load, comes, fails } = code('parts')
    const later = lazyModule(load)
    const first = later.load()
    first.catch(() => undefined)
    await fails()
    await expect(first).rejects.toThrow('gone')
    expect(later.now()).toBeNull()
    const second = later.load()
    await comes()
    await expect(second).resolves.toBe('parts')
  })
})

describe('a lazy dialog', () => {
  interface Props {
    open: boolean
    word: string
  }
  const Shown = ({ open, word }: Props) => (
    <p>
      {word} {open ? 'open' : 'closing'}
    </p>
  )
  const createModule = () => {
    const { load, comes, fails } = code(Shown)
    return { Dialog: lazyDialog<Props>(load, ({ open }) => open), load, comes, fails }
  }

  it('stays mounted after its first opening, for its closing animation', async () => {
    const { Dialog, load, comes } = createModule()
    const { rerender } = render(<Dialog open={false} word="A" />)
    expect([load.mock.calls.length, document.body.textContent]).toEqual([0, ''])
    rerender(<Dialog open word="A" />)
    expect(document.body.textContent).toBe('')
    await comes()
    screen.getByText('A open')
    rerender(<Dialog open={false} word="A" />)
    screen.getByText('A closing')
    cleanup()
    render(<Dialog open={false} word="A" />)
    expect(document.body.textContent).toBe('')
  })

  it('is not mounted when closed before its code is loaded, and opens at once later', async () => {
    const { Dialog, load, comes } = createModule()
    const { rerender } = render(<Dialog open word="A" />)
    rerender(<Dialog open={false} word="A" />)
    await comes()
    screen.getByText('A closing')
    rerender(<Dialog open word="B" />)
    screen.getByText('B open')
    expect(load).toHaveBeenCalledOnce()
  })

  it('that failed to load stays closed, and is loaded again by the next opening', async () => {
    const { Dialog, load, comes, fails } = createModule()
    const { rerender } = render(<Dialog open word="A" />)
    await fails()
    expect(document.body.textContent).toBe('')
    rerender(<Dialog open={false} word="A" />)
    rerender(<Dialog open word="A" />)
    await comes()
    screen.getByText('A open')
    expect(load).toHaveBeenCalledTimes(2)
  })
})

describe('a lazy page', () => {
  it('renders at once when its code is loaded', async () => {
    const { load, comes } = code(() => <p>The page</p>)
    const Page = lazyOnceLoaded(load)
    const loaded = Page.load()
    await comes()
    await loaded
    render(
      <Suspense fallback="Waiting">
        <Page />
      </Suspense>,
    )
    expect(document.body.textContent).toBe('The page')
  })

  it('suspends otherwise', async () => {
    const { load, comes } = code(() => <p>The page</p>)
    const Page = lazyOnceLoaded(load)
    await act(
      async () =>
        void render(
          <Suspense fallback="Waiting">
            <Page />
          </Suspense>,
        ),
    )
    expect(document.body.textContent).toBe('Waiting')
    await comes()
    await screen.findByText('The page')
  })
})

describe('a menu', () => {
  const show = () => {
    render(
      <main>
        <Menu trigger={<button type="button">More</button>}>
          <MenuItem>Rename</MenuItem>
          <MenuItem disabled>Delete</MenuItem>
        </Menu>
      </main>,
    )
    return screen.getByRole('button', { name: 'More' })
  }
  const isOpen = () => screen.queryByRole('menu') !== null

  it.each([
    ['Enter', true],
    [' ', true],
    ['ArrowDown', true],
    ['ArrowUp', false],
    ['a', false],
  ])('%j opens it: %s', async (key, opens) => {
    await pressKey(show(), key)
    expect(isOpen()).toBe(opens)
  })

  it.each([
    ['a press', { button: 0 }, true],
    ['a press that asks for the context menu', { button: 0, ctrlKey: true }, false],
    ['another button', { button: 2 }, false],
  ])('%s opens it: %3$s', async (_what, how, opens) => {
    const button = show()
    // jsdom knows no pointers, but their events.
    await act(async () => void fireEvent.pointerDown(button, how))
    expect(isOpen()).toBe(opens)
  })

  it('opened by keyboard focuses its first item, and returns the focus on Escape', async () => {
    const button = show()
    button.focus()
    await pressKey(button, 'Enter')
    const item = screen.getByRole('menuitem', { name: 'Rename' })
    await waitFor(() => expect(document.activeElement).toBe(item))
    expect(screen.getByRole('menu').closest('main')).not.toBeNull()
    await pressKey(item, 'Escape')
    await waitFor(() =>
      expect([isOpen(), document.activeElement?.textContent]).toEqual([false, 'More']),
    )
  })
})
