// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAddress } from '#shared/routing/address.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { useTypedSearch } from './use-address-view.ts'

const PAUSE_MS = 250

function Probe() {
  const { typed, setTyped, settled } = useTypedSearch()
  return (
    <>
      <input aria-label="Search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <output>{settled}</output>
    </>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const box = () => screen.getByRole<HTMLInputElement>('textbox')
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const address = () => window.location.pathname + window.location.search
/** What Back does, at this moment: a browser tells of it later. */
function backTo(place: string) {
  window.history.replaceState(null, '', place)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

describe('a search kept in the URL', () => {
  it('is written after typing stops, and resets the page', () => {
    renderPage(<Probe />, {}, '/list?page=3&status=paused')
    type('ko')
    pass(PAUSE_MS - 1)
    type('kopi ')
    pass(PAUSE_MS - 1)
    expect(address()).toBe('/list?page=3&status=paused')
    pass(1)
    expect(address()).toBe('/list?status=paused&q=kopi')
    expect([box().value, screen.getByRole('status').textContent]).toEqual(['kopi ', 'kopi'])
  })

  it('is removed from the URL when emptied', () => {
    renderPage(<Probe />, {}, '/list?q=kopi')
    expect(box().value).toBe('kopi')
    type('')
    pass(PAUSE_MS)
    expect(address()).toBe('/list')
  })

  it('is not written when Back changed the page meanwhile', () => {
    let onShown: (search: string) => void = () => undefined
    const AsShown = () => {
      const { search } = useAddress()
      // Before the effects that hear of the new address.
      useLayoutEffect(() => onShown(search), [search])
      return null
    }
    renderPage([<Probe key="search" />, <AsShown key="shown" />], {}, '/list?q=kopi')
    act(() => navigate('/list'))
    expect(box().value).toBe('')
    onShown = () => void vi.advanceTimersByTime(PAUSE_MS)
    act(() => backTo('/list?q=kopi&page=2'))
    expect(address()).toBe('/list?q=kopi&page=2')
    onShown = () => undefined
    pass(PAUSE_MS)
    expect([address(), box().value]).toEqual(['/list?q=kopi&page=2', 'kopi'])
  })

  it('that was begun is dropped by Back, not written over what it came to', () => {
    renderPage(<Probe />, {}, '/list')
    type('te')
    act(() => backTo('/list?q=kopi'))
    pass(PAUSE_MS)
    expect([address(), box().value]).toEqual(['/list?q=kopi', 'kopi'])
    type('teh')
    pass(PAUSE_MS)
    expect(address()).toBe('/list?q=teh')
  })
})
