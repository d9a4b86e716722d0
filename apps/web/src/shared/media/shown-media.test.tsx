// @vitest-environment jsdom
import type { MediaFile } from '@kirim/contract/media'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { arrangeRows } from '#shared/list/list-view.ts'
import { mediaOf } from '#shared/testing/samples.ts'
import { MEDIA_ORDERS, mediaOrders, mediaShape } from './media-list.ts'
import { MediaPreview } from './media-preview.tsx'
import { storedMedia } from './shown-media.ts'
import { useObjectUrl } from './use-object-url.ts'
import { WholeMedia } from './whole-media.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('files are filtered by name and sorted', () => {
  const files = [
    mediaOf({ _id: 'm3', originalName: 'Zebra.png', fileSize: 10 }),
    mediaOf({ _id: 'm2', originalName: 'ayam 10.png', fileSize: 300 }),
    mediaOf({ _id: 'm1', originalName: 'Ayam 9.png', fileSize: 20 }),
  ]
  const ordered = (order: (typeof MEDIA_ORDERS)[number], search = '') =>
    arrangeRows<MediaFile, 'name' | 'size'>(
      files,
      mediaShape,
      search,
      mediaOrders[order].sorting,
      'en',
    ).map(({ _id }) => _id)
  expect(MEDIA_ORDERS.map((order) => ordered(order))).toEqual([
    ['m3', 'm2', 'm1'],
    ['m1', 'm2', 'm3'],
    ['m2', 'm1', 'm3'],
  ])
  expect(ordered('newest', 'AYAM')).toEqual(['m2', 'm1'])
})

it('escapes the file name in the address of a stored file', () => {
  const file = mediaOf({ fileName: 'a b/../c#d.png', originalName: 'Menu.png' })
  expect(storedMedia(file)).toEqual({
    id: 'm1',
    name: 'Menu.png',
    type: 'image/png',
    src: '/uploads/a%20b%2F..%2Fc%23d.png',
    size: file.fileSize,
  })
})

describe('a picture', () => {
  const src = () => screen.getByRole<HTMLImageElement>('img', { name: 'Menu' }).getAttribute('src')
  const kinds = {
    'in a list': (address: string | null) => (
      <MediaPreview src={address} type="image/png" alt="Menu" />
    ),
    'in a chat': (address: string | null) => (
      <WholeMedia item={{ id: 'm1', name: 'Menu', type: 'image/png', src: address }} />
    ),
  }

  it.each(Object.entries(kinds))(
    '%s that does not load becomes a placeholder; another one is tried anew',
    (_where, show) => {
      const { rerender } = render(show('/a.png'))
      expect(src()).toBe('/a.png')
      fireEvent.error(screen.getByRole('img', { name: 'Menu' }))
      expect(src()).not.toBe('/a.png')
      rerender(show('/b.png'))
      expect(src()).toBe('/b.png')
    },
  )

  it.each(Object.entries(kinds))(
    '%s whose address is not known yet is no picture',
    (_where, show) => {
      render(show(null))
      expect(screen.queryByRole('img')).toBeNull()
    },
  )

  it.each([
    ['video/mp4', 'Menu', 1],
    ['application/pdf', 'Menu', 1],
    ['video/mp4', '', 0],
  ])('is an icon for %s, read out as %j: %i', (type, alt, images) => {
    render(<MediaPreview src="/a" type={type} alt={alt} />)
    expect(screen.queryAllByRole('img', { name: alt || /./ })).toHaveLength(images)
    expect(document.querySelector('img')).toBeNull()
  })
})

describe('an object URL', () => {
  const revoked = vi.fn()
  let count = 0
  beforeEach(() => {
    count = 0
    revoked.mockReset()
    const createObjectURL = () => `blob:${++count}`
    const statics = { createObjectURL, revokeObjectURL: revoked }
    vi.stubGlobal('URL', Object.assign(class extends URL {}, statics))
  })

  function Shown({ blob }: { blob: Blob | null }) {
    return <p>{useObjectUrl(blob) ?? 'none'}</p>
  }

  it('is revoked when the blob changes and on unmount', () => {
    const { rerender, unmount } = render(<Shown blob={new Blob(['a'])} />)
    screen.getByText('blob:1')
    rerender(<Shown blob={new Blob(['b'])} />)
    screen.getByText('blob:2')
    expect(revoked.mock.calls).toEqual([['blob:1']])
    rerender(<Shown blob={null} />)
    screen.getByText('none')
    expect(revoked.mock.calls).toEqual([['blob:1'], ['blob:2']])
    unmount()
    expect(revoked).toHaveBeenCalledTimes(2)
  })

  it('stays the same for the same blob', () => {
    const blob = new Blob(['a'])
    const { rerender } = render(<Shown blob={blob} />)
    rerender(<Shown blob={blob} />)
    screen.getByText('blob:1')
    expect(count).toBe(1)
  })
})
