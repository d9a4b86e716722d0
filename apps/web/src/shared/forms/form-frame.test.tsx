// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FormFrame } from './form-frame.tsx'

afterEach(cleanup)

interface Given {
  answers?: number
  submits?: number
  saving?: boolean
  refused?: boolean
}

function frame({ answers = 0, submits = 0, saving = false, refused = false }: Given) {
  return (
    <FormFrame
      onSubmit={() => undefined}
      saving={saving}
      submits={submits}
      answers={answers}
      previewButton={null}
      actions={null}
      preview={null}
    >
      <input type="radio" aria-hidden="true" tabIndex={-1} />
      <input aria-label="fixed" disabled />
      <input aria-label="name" />
      <input aria-label="note" aria-invalid={refused} />
    </FormFrame>
  )
}

it('focuses the first enabled field after a draft offer was answered', () => {
  const view = render(frame({}))
  expect(document.activeElement).toBe(document.body)
  view.rerender(frame({ answers: 1 }))
  expect(document.activeElement).toBe(screen.getByLabelText('name'))
  screen.getByLabelText('note').focus()
  view.rerender(frame({ answers: 2 }))
  expect(document.activeElement).toBe(screen.getByLabelText('name'))
})

it('focuses a refused field once it is enabled again', () => {
  const view = render(frame({}))
  const note = screen.getByLabelText('note')
  view.rerender(frame({ submits: 1, saving: true }))
  view.rerender(frame({ submits: 1, saving: true, refused: true }))
  expect(document.activeElement).not.toBe(note)
  view.rerender(frame({ submits: 1, refused: true }))
  expect(document.activeElement).toBe(note)
})
