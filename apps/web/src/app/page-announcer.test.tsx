// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { PageAnnouncer } from './page-announcer.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await i18n.changeLanguage('en')
})

const page = (pathname: string, title: string, content: ReactNode = <h1>{title}</h1>) => (
  <>
    <main key={pathname} tabIndex={-1}>
      {content}
    </main>
    <PageAnnouncer pathname={pathname} name={title} />
  </>
)

/** Renders the first page of each test. */
function renderFirstPage() {
  const view = render(page('/before', 'Before'))
  act(() => vi.runAllTimers())
  return view
}
const said = () => document.querySelector('[aria-live=polite]')?.textContent
const focused = () => document.activeElement?.textContent

describe('navigating to a page', () => {
  it('announces it for a second and focuses its heading', () => {
    const { rerender } = renderFirstPage()
    rerender(page('/contacts', 'Contacts'))
    expect([said(), focused()]).toEqual(['Contacts · Kirim', 'Contacts'])
    act(() => vi.advanceTimersByTime(999))
    expect(said()).toBe('Contacts · Kirim')
    act(() => vi.advanceTimersByTime(1))
    expect(said()).toBe('')
  })

  it('announces another workspace on the same page, but no other name of it', () => {
    const at = (id: string, name: string) => (
      <>
        <main tabIndex={-1}>
          <h1>{id}</h1>
        </main>
        <PageAnnouncer pathname="/before" name="Before" workspace={{ id, name }} />
      </>
    )
    const { rerender } = render(at('w1', 'Kopi Pagi'))
    act(() => vi.runAllTimers())
    rerender(at('w1', 'Kopi Petang'))
    expect(said()).toBe('')
    rerender(at('w2', 'Bistro Meja'))
    expect([said(), focused()]).toEqual(['Bistro Meja: Before · Kirim', 'w2'])
    rerender(at('w3', 'Agensi Wira'))
    expect(said()).toBe('Agensi Wira: Before · Kirim')
  })

  it('announces nothing when only the title changes', () => {
    const { rerender } = renderFirstPage()
    rerender(page('/before', 'After a save'))
    expect(said()).toBe('')
  })

  it('announces nothing when the same page is mounted again', () => {
    renderFirstPage()
    cleanup()
    renderFirstPage()
    expect(said()).toBe('')
    cleanup()
    render(page('/before', 'Before'))
    expect(said()).toBe('')
  })

  it('replaces an announcement that is still shown', () => {
    const { rerender } = renderFirstPage()
    rerender(page('/one', 'One'))
    act(() => vi.advanceTimersByTime(900))
    rerender(page('/two', 'Two'))
    act(() => vi.advanceTimersByTime(900))
    expect([said(), focused()]).toEqual(['Two · Kirim', 'Two'])
  })

  it('focuses the content of a page without a heading', () => {
    const { rerender } = renderFirstPage()
    rerender(page('/bare', 'Bare', <p>Words</p>))
    expect(document.activeElement?.tagName).toBe('MAIN')
  })

  it('keeps a focus that the page has set', () => {
    const { rerender } = renderFirstPage()
    const form = (
      <>
        <h1>Form</h1>
        {/* biome-ignore lint/a11y/noAutofocus: what is tried here */}
        <input autoFocus aria-label="Name" />
      </>
    )
    rerender(page('/form', 'Form', form))
    expect([said(), document.activeElement?.getAttribute('aria-label')]).toEqual([
      'Form · Kirim',
      'Name',
    ])
  })
})

it.each([
  ['en', 'Dashboard · Kirim'],
  ['ms', 'Papan Pemuka · Kirim'],
])('names the browser tab in %s: %s', async (language, title) => {
  await i18n.changeLanguage(language)
  render(page('/', 'Dashboard'))
  expect(document.title).toBe(title)
})
