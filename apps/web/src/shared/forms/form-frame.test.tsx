// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FormFrame } from './form-frame.tsx'

afterEach(cleanup)

function frame(answers: number) {
  return (
    <FormFrame
      onSubmit={() => undefined}
      saving={false}
      submits={0}
      answers={answers}
      previewButton={null}
      actions={null}
      preview={null}
    >
      <input type="radio" aria-hidden="true" tabIndex={-1} />
      <input aria-label="fixed" disabled />
      <input aria-label="name" />
      <input aria-label="note" />
    </FormFrame>
  )
}

it('the first field that can be filled in has the focus once an offer was answered, not before', () => {
  const view = render(frame(0))
  expect(document.activeElement).toBe(document.body)
  view.rerender(frame(1))
  expect(document.activeElement).toBe(screen.getByLabelText('name'))
  screen.getByLabelText('note').focus()
  view.rerender(frame(2))
  expect(document.activeElement).toBe(screen.getByLabelText('name'))
})
