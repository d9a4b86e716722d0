// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EditorExtras } from '#shared/message-editor/editor-extras.ts'
import { MessageEditor } from '#shared/message-editor/message-editor.tsx'
import { type FakeApi, fakeApi, ok, refusedAt } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubLayout } from '#shared/testing/user.ts'
import { Field } from '#shared/ui/field.tsx'
import { SavedTextButtons } from './saved-text-buttons.tsx'

const updatedAt = '2026-11-20T00:00:00.000Z'
const raya = { id: 't1', name: 'Raya', updatedAt, start: 'Selamat' }
const list = { items: [raya, { ...raya, id: 't2', name: 'Menu', start: 'Kopi' }], total: 2 }

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    'GET /saved-texts': ok(list),
    'GET /saved-texts/t1': ok({ id: 't1', name: 'Raya', updatedAt, text: 'Selamat Hari Raya' }),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const submitted = vi.fn((event: { preventDefault(): void }) => event.preventDefault())

function Editor({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <EditorExtras value={SavedTextButtons}>
      <form onSubmit={submitted}>
        <Field label="Caption">
          <MessageEditor value={value} onChange={setValue} onBlur={() => {}} />
        </Field>
      </form>
    </EditorExtras>
  )
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const caption = () => screen.getByLabelText<HTMLTextAreaElement>('Caption').value

describe('saved texts in the editor', () => {
  it('a saved text replaces the current text, which can be restored', async () => {
    renderPage(<Editor start="Hai" />)
    press('Saved texts')
    fireEvent.click(await screen.findByRole('button', { name: /^Raya/ }))
    await waitFor(() => expect(caption()).toBe('Selamat Hari Raya'))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(caption()).toBe('Hai'))
  })

  it('the current text is saved under a name without submitting the outer form', async () => {
    api.answers['POST /saved-texts'] = refusedAt(
      'name',
      409,
      'Another saved text has this name.',
      'saved_text_name_taken',
    )
    renderPage(<Editor start="Hai [name]" />)
    press('Save this text')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Raya' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Another saved text has this name.')
    api.answers['POST /saved-texts'] = ok({ id: 't3', name: 'Salam', text: 'x', updatedAt })
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Salam' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Text saved.')
    expect(submitted).not.toHaveBeenCalled()
  })

  it('an empty text cannot be saved', () => {
    renderPage(<Editor start=" " />)
    expect(screen.getByRole('button', { name: 'Save this text' })).toHaveProperty('disabled', true)
  })

  it('a text is deleted after confirmation, and another is edited', async () => {
    api.answers['DELETE /saved-texts/t2'] = { status: 204, body: null }
    api.answers['PUT /saved-texts/t1'] = ok({ id: 't1', name: 'Raya', text: 'x', updatedAt })
    renderPage(<Editor />)
    press('Saved texts')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Menu' }))
    const question = within(await screen.findByRole('alertdialog'))
    fireEvent.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(api.calls).toContain('DELETE /saved-texts/t2'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Edit Raya' }))
    const text = await screen.findByLabelText('Text')
    expect(text).toHaveProperty('value', 'Selamat Hari Raya')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Text changed.')
  })

  it('says that there are no saved texts', async () => {
    api.answers['GET /saved-texts'] = ok({ items: [], total: 0 })
    renderPage(<Editor />)
    press('Saved texts')
    await screen.findByText('No saved texts yet.')
  })
})
