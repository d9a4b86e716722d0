// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '#shared/testing/render-page.tsx'
import { UploadCard } from './upload-card.tsx'

const { request } = vi.hoisted(() => ({ request: vi.fn() }))
vi.mock('#shared/api/request.ts', () => ({ request }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const button = () => screen.getByRole('button', { name: 'Upload' })

it('two presses at once upload the file once, and a later one tries again', async () => {
  URL.createObjectURL = () => 'blob:it'
  URL.revokeObjectURL = () => undefined
  request.mockRejectedValue(new Error('No room.'))
  renderPage(<UploadCard />)
  const file = new File(['x'], 'a.png', { type: 'image/png' })
  fireEvent.change(screen.getByLabelText('Image or video'), { target: { files: [file] } })
  await act(async () => {
    const upload = button()
    upload.click()
    upload.click()
  })
  await screen.findByText(/^Upload failed: /)
  expect(request).toHaveBeenCalledOnce()
  await act(async () => button().click())
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2))
})
