// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserStore, tabStore } from './text-store.ts'

const kinds = [
  ['localStorage', browserStore],
  ['sessionStorage', tabStore],
] as const

describe.each(kinds)('%s', (name, kept) => {
  beforeEach(() => {
    window[name].clear()
    for (const key of kept.keys()) kept.remove(key)
  })
  afterEach(() => vi.restoreAllMocks())

  it('stores values in the browser', () => {
    kept.set('a', '1')
    kept.set('b', '')
    kept.remove('c')
    expect({ ...window[name] }).toEqual({ a: '1', b: '' })
    expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['1', '', null])
    kept.remove('a')
    expect(kept.keys()).toEqual(['b'])
  })

  it('keeps values for the visit when storage is blocked', () => {
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    kept.set('a', '1')
    expect([kept.get('a'), kept.get('b'), kept.keys()]).toEqual(['1', null, ['a']])
    kept.remove('a')
    expect([kept.get('a'), kept.keys()]).toEqual([null, []])
  })

  it('keeps new values for the visit when storage is full', () => {
    kept.set('a', 'old')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    kept.set('a', 'new')
    expect(kept.get('a')).toBe('new')
    full.mockRestore()
    kept.set('a', 'newer')
    expect([kept.get('a'), window[name].getItem('a')]).toEqual(['newer', 'newer'])
  })
})
