// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { isDisabled, press } from '#shared/testing/user.ts'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'
import { focusFirst } from './focus-first.ts'
import { landmarkOf } from './landmark-of.ts'
import { LiveNumber } from './live-number.tsx'
import { NotFound } from './not-found.tsx'
import { TablePager, TableRow } from './table.tsx'
import { useIsLarge, useIsWide } from './use-is-wide.ts'
import { currentOpener, returnFocusTo } from './use-return-focus.ts'

beforeEach(() => {
  document.body.innerHTML = ''
})
afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

function page(html: string): HTMLElement {
  document.body.innerHTML = html
  return document.body
}
const focused = () => document.activeElement?.id || document.activeElement?.tagName

describe('the focus', () => {
  it.each([
    ['the first box', '<button id=b></button><input id=i>', 'i'],
    ['a box that can be used', '<input id=i disabled><textarea id=t></textarea>', 't'],
    ['a select', '<button id=c role=combobox></button><input id=i>', 'c'],
    [
      'the radio that is chosen',
      '<button id=r1 role=radio aria-checked=false></button><button id=r2 role=radio aria-checked=true></button>',
      'r2',
    ],
    [
      'the chosen one of radio boxes',
      '<input id=r1 type=radio name=n><input id=r2 type=radio name=n checked><input id=i>',
      'r2',
    ],
    [
      'the first of radio boxes, where none is chosen',
      '<input id=r1 type=radio name=n><input id=r2 type=radio name=n>',
      'r1',
    ],
    [
      'no hidden box of a switch',
      '<input id=i aria-hidden=true><button id=s role=switch></button>',
      's',
    ],
    [
      'a link, where there is nothing to fill in',
      '<p></p><a id=a href="/"></a><button id=b></button>',
      'a',
    ],
    [
      'a button behind one that is off',
      '<button id=b1 disabled></button><button id=b2></button>',
      'b2',
    ],
  ])('goes to %s', (_what, html, id) => {
    expect([focusFirst(page(html)), focused()]).toEqual([true, id])
  })

  it('reports that nothing can take it', () => {
    expect([focusFirst(page('<p>Words</p><input disabled>')), focused()]).toEqual([false, 'BODY'])
  })

  it.each([
    ['what had it', '<main><h1 id=h></h1><button id=o></button></main>', 'o'],
    [
      'the heading, when that is off by now',
      '<main><h1 id=h></h1><button id=o disabled></button></main>',
      'h',
    ],
    ['the content, without a heading', '<main id=m><button id=o disabled></button></main>', 'm'],
    [
      'the dialog below, when there is one',
      '<main><h1 id=h></h1></main><div id=d role=dialog data-state=open></div><button id=o disabled></button>',
      'd',
    ],
    [
      'no dialog that is closing',
      '<main><h1 id=h></h1></main><div id=d role=dialog data-state=closed></div><button id=o disabled></button>',
      'h',
    ],
  ])('returns to %s', (_what, html, id) => {
    page(html)
    returnFocusTo(document.getElementById('o'))
    expect(focused()).toBe(id)
  })

  it('stays unchanged on a page without heading and content', () => {
    page('<p>Words</p>')
    returnFocusTo(null)
    expect(focused()).toBe('BODY')
  })

  it('of a menu item belongs to the button of the menu', () => {
    page('<button id=o></button><div role=menu aria-labelledby=o><button id=i></button></div>')
    document.getElementById('i')?.focus()
    expect(currentOpener()?.id).toBe('o')
    document.getElementById('o')?.focus()
    expect(currentOpener()?.id).toBe('o')
  })
})

it.each([
  ['a dialog on a page', '<main><div id=d role=dialog><i id=t></i></div></main>', 'd'],
  ['a question', '<div id=d role=alertdialog><i id=t></i></div>', 'd'],
  ['a page', '<main id=m><header><i id=t></i></header></main>', 'm'],
  ['the bar above', '<header id=h><i id=t></i></header>', 'h'],
  ['nothing of these', '<p><i id=t></i></p>', undefined],
])('a popup in %s is rendered inside it', (_where, html, id) => {
  page(html)
  expect(landmarkOf(document.getElementById('t'))?.id).toBe(id)
})

describe('window width', () => {
  function Room() {
    return <p>{`${useIsWide()} ${useIsLarge()}`}</p>
  }
  const windowOf = (width: number) => {
    const lists = new Map<string, EventTarget>()
    const state = { width }
    vi.stubGlobal('matchMedia', (query: string) => {
      const list = lists.get(query) ?? new EventTarget()
      lists.set(query, list)
      const least = Number(/(\d+)rem/.exec(query)?.[1]) * 16
      return Object.defineProperty(list, 'matches', {
        configurable: true,
        get: () => state.width >= least,
      })
    })
    return (next: number) =>
      act(async () => {
        state.width = next
        for (const list of lists.values()) list.dispatchEvent(new Event('change'))
      })
  }

  it.each([
    [767, 'false false'],
    [768, 'true false'],
    [1023, 'true false'],
    [1024, 'true true'],
  ])('a window of %i: %s', (width, room) => {
    windowOf(width)
    render(<Room />)
    screen.getByText(room)
  })

  it('follows the window, and is wide without matchMedia', async () => {
    const resize = windowOf(500)
    const { unmount } = render(<Room />)
    await resize(1200)
    screen.getByText('true true')
    unmount()
    vi.stubGlobal('matchMedia', undefined)
    render(<Room />)
    screen.getByText('true true')
  })
})

describe('a part of a page', () => {
  it.each([
    ['en', { from: 1, to: 50, total: 2000 }, '1 to 50 of 2,000'],
    ['en', { from: 1951, to: 2000, total: null }, '1,951 to 2,000'],
    ['ms', { from: 1, to: 50, total: 2000 }, '1 hingga 50 daripada 2,000'],
  ])('a pager in %s: %j is %s', async (language, range, text) => {
    await i18n.changeLanguage(language)
    render(<TablePager {...range} />)
    screen.getByText(text)
    expect(
      screen.getAllByRole<HTMLButtonElement>('button').map(({ disabled }) => disabled),
    ).toEqual([true, true])
  })

  it('a busy row is marked as busy', () => {
    const table = (busy: boolean) => (
      <table>
        <tbody>
          <TableRow busy={busy} />
        </tbody>
      </table>
    )
    const { rerender } = render(table(true))
    const states = () =>
      ['aria-busy', 'aria-disabled'].map((name) => screen.getByRole('row').getAttribute(name))
    expect(states()).toEqual(['true', 'true'])
    rerender(table(false))
    expect(states()).toEqual([null, null])
  })

  it('a failed list shows since when the server is unreachable, and can be retried', async () => {
    const onRetry = vi.fn()
    const { setConnection } = renderPage(<ErrorState message="It failed." onRetry={onRetry} />)
    expect(screen.getByRole('alert').textContent).toBe('It failed.Try again')
    await setConnection('disconnected', new Date(2026, 10, 21, 10, 24, 10).getTime())
    screen.getByText(/^The server has not responded since 10:24:10\./)
    await press('Try again')
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('a count flashes when it changes, and not at first', () => {
    const { rerender } = render(<LiveNumber value={1200} />)
    const isFlashing = (text: string) => screen.getByText(text).className.includes('animate-flash')
    expect(isFlashing('1,200')).toBe(false)
    rerender(<LiveNumber value={1200} />)
    expect(isFlashing('1,200')).toBe(false)
    rerender(<LiveNumber value={1201} />)
    expect(isFlashing('1,201')).toBe(true)
  })

  it('an avatar shows initials until its photo is loaded', () => {
    const { container, rerender } = render(<Avatar name="Wong Mei" src="/a.jpg" />)
    const image = () => container.querySelector('img')
    expect([container.textContent, image()?.hidden]).toEqual(['WM', true])
    fireEvent.load(image() ?? container)
    expect([container.textContent, image()?.hidden]).toEqual(['', false])
    rerender(<Avatar name="Wong Mei" src="/b.jpg" />)
    expect([container.textContent, image()?.hidden]).toEqual(['WM', true])
  })

  it('a busy button shows its text, ignores clicks, and never gets narrower', () => {
    const onClick = vi.fn()
    const width = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(140)
    const button = (busy: boolean) => (
      <Button busy={busy} busyText="Saving..." onClick={onClick}>
        Save
      </Button>
    )
    const { rerender } = render(button(false))
    const found = () => screen.getByRole<HTMLButtonElement>('button')
    expect([found().textContent, found().style.minWidth, found().type]).toEqual([
      'Save',
      '',
      'button',
    ])
    rerender(button(true))
    expect([found().textContent, found().style.minWidth, isDisabled(found())]).toEqual([
      'Saving...',
      '140px',
      true,
    ])
    rerender(button(false))
    expect(found().style.minWidth).toBe('')
    width.mockRestore()
  })

  it('an unknown address has a link to the dashboard', async () => {
    await i18n.changeLanguage('ms')
    renderPage(<NotFound />)
    screen.getByRole('heading', { name: i18n.t('Page not found') })
    const link = screen.getByRole('link', { name: i18n.t('Go to the dashboard') })
    expect(link.getAttribute('href')).toBe('/')
  })
})
