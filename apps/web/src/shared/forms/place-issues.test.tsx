// @vitest-environment jsdom
import { NewContact } from '@kirim/contract/contacts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { refusalOf } from '#shared/api/api-error.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { issueResolver } from './issue-resolver.ts'
import { placeIssues } from './place-issues.ts'
import { useProblemText } from './use-problem-text.ts'

const Values = z.extend(NewContact, { fields: z.array(z.object({ path: z.string() })) })

function refusal(...issues: object[]) {
  const body = { message: 'As it came.', code: 'validation_failed', params: {}, issues }
  return refusalOf(400, JSON.stringify(body))
}

function Probe({ error }: { error: unknown }) {
  const form = useForm({
    resolver: issueResolver(Values),
    defaultValues: { name: 'Siti', phoneNumber: '1', fields: [{ path: 'a' }] },
  })
  const [placed, setPlaced] = useState('')
  const problem = useProblemText()
  const { errors } = form.formState
  return (
    <form onSubmit={form.handleSubmit(() => undefined)}>
      <input aria-label="Number" {...form.register('phoneNumber')} />
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Path" {...form.register('fields.0.path')} />
      <output>
        {[errors.name, errors.phoneNumber, errors.fields?.[0]?.path, errors.groupId]
          .map((error) => problem(error) ?? '-')
          .join(' | ')}
      </output>
      <button type="button" onClick={() => setPlaced(String(placeIssues(form, error)))}>
        Refuse
      </button>
      <button type="submit">Save</button>
      <p>{placed}</p>
    </form>
  )
}

afterEach(async () => {
  cleanup()
  await i18n.changeLanguage('en')
})

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const shown = () => screen.getByRole('status').textContent

const long = { path: ['name'], code: 'name_too_long', params: { max: 200 } }
const needed = { path: ['fields', 0, 'path'], code: 'missing', params: {} }
const NAME = 'A name may have at most 200 characters.'

it.each([
  ['one of a field', [long], `${NAME} | - | - | -`, 'true'],
  ['each at its own', [needed, long], `${NAME} | - | This field is required. | -`, 'true'],
  [
    'the first of two at one field',
    [long, { ...long, code: 'name_required' }],
    `${NAME} | - | - | -`,
    'true',
  ],
  ['one of no field of the form', [{ ...long, path: ['timeZone'] }], '- | - | - | -', 'false'],
  ['one of no field at all', [{ ...long, path: [] }], '- | - | - | -', 'false'],
  ['one with and one without', [{ ...long, path: ['x'] }, long], `${NAME} | - | - | -`, 'false'],
  [
    'one deep in what a field holds',
    [{ ...long, path: ['name', 3] }],
    `${NAME} | - | - | -`,
    'true',
  ],
  ['none', [], '- | - | - | -', 'false'],
])('%s', async (_what, issues, sentences, placed) => {
  renderPage(<Probe error={refusal(...issues)} />)
  await press('Refuse')
  expect([shown(), document.querySelector('p')?.textContent]).toEqual([sentences, placed])
})

it('focuses the first field', async () => {
  renderPage(<Probe error={refusal(needed, long)} />)
  await press('Refuse')
  expect(document.activeElement).toBe(screen.getByLabelText('Path'))
})

it.each([
  ['of a newer server is left for the sentence of all', 'newer', '- | - | - | -', 'false'],
  ['that is the refusal itself is said as that', 'taken', 'It is taken. | - | - | -', 'true'],
])('an issue %s', async (_what, code, sentences, placed) => {
  const issues = [{ path: ['name'], code, params: {} }]
  const body = { message: 'It is taken.', code: 'taken', params: {}, issues }
  renderPage(<Probe error={refusalOf(409, JSON.stringify(body))} />)
  await act(() => i18n.changeLanguage('ms'))
  await press('Refuse')
  expect([shown(), document.querySelector('p')?.textContent]).toEqual([sentences, placed])
})

it('an error without issues is not placed', async () => {
  renderPage(<Probe error={new Error('No.')} />)
  await press('Refuse')
  expect(document.querySelector('p')?.textContent).toBe('false')
})

it('errors of the form are translated when shown, with their values', async () => {
  renderPage(<Probe error={null} />)
  await act(async () => {
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'x'.repeat(201) } })
    fireEvent.input(screen.getByLabelText('Number'), { target: { value: ' ' } })
  })
  await press('Save')
  expect(shown()).toBe(`${NAME} | Phone number is required. | - | -`)
  expect(document.activeElement).toBe(screen.getByLabelText('Number'))
  await act(() => i18n.changeLanguage('ms'))
  expect(shown()).toBe(
    'Nama boleh mempunyai paling banyak 200 aksara. | Nombor telefon diperlukan. | - | -',
  )
})
