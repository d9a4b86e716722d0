// @vitest-environment jsdom
import type { MediaFile } from '@kirim/contract/media'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '#shared/testing/render-page.tsx'
import { MediaField } from './media-field.tsx'

afterEach(cleanup)

function fileOf(id: string): MediaFile {
  return {
    _id: id,
    originalName: `${id}.png`,
    fileName: `stored-${id}.png`,
    filePath: `/uploads/stored-${id}.png`,
    fileType: 'image/png',
    fileSize: 5,
    createdAt: '2026-11-20T00:00:00.000Z',
  }
}

it('shows a picture that the campaign keeps although it has left the library, and says so', () => {
  const [listed, kept] = [fileOf('menu'), fileOf('kopi')]
  renderPage(
    <MediaField
      files={{ library: [listed], attached: [listed, kept] }}
      media={{ kind: 'library', ids: ['menu', 'kopi'] }}
      onMedia={() => undefined}
    />,
  )
  const figures = [...document.querySelectorAll('figure')]
  expect(figures.map((figure) => figure.querySelector('img')?.getAttribute('src'))).toEqual([
    '/uploads/stored-menu.png',
    '/uploads/stored-kopi.png',
  ])
  const NOTE = 'No longer in the library, still sent'
  expect(figures.map((figure) => figure.textContent?.includes(NOTE))).toEqual([false, true])
  screen.getByRole('button', { name: 'Remove kopi.png' })
})
