// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { FormEvent } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, lastBodyOf, ok, refused, unanswered } from '#shared/testing/fake-api.ts'
import { messagesOf } from '#shared/testing/messages-of.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { isDisabled } from '#shared/testing/user.ts'
import { useSaveItem } from '../item-form/use-save-item.ts'
import { type ItemFormValues, NEW_API_REST, newValues, problemsOf } from '../item-form-values.ts'
import { itemOf } from '../testing/items.ts'
import { ConfigureApiButton } from './api-rest-button.tsx'

beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = (name: string, path = 'data.price') => ({ name, path })
const config = { ...NEW_API_REST, url: 'https://shop.test/', fields: [field('price')] }

interface ItemFormProps {
  apiRest: ItemFormValues['apiRest']
  deviceId?: string
}

function ItemForm({ apiRest, deviceId = 'd1' }: ItemFormProps) {
  const form = useForm({
    defaultValues: { deviceId, apiRestDataStatus: 'enabled', apiRest },
  })
  return (
    <FormProvider {...form}>
      <ConfigureApiButton />
    </FormProvider>
  )
}

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('the dialog', () => {
  const path = 'Write the path like data.items[0].price.'
  const twice = 'Two fields have the same name. Give each its own.'
  it.each([
    ['a path that leads nowhere', { fields: [field('a', 'a..b')] }, path],
    ['two fields of one name', { fields: [field('a'), field('a', 'b')] }, twice],
    [
      'a body that is no JSON',
      { method: 'POST' as const, body: '{' },
      /The body is not valid JSON/,
    ],
  ])('keeps no configuration with %s', async (_what, wrong, problem) => {
    fakeApi({})
    renderPage(<ItemForm apiRest={{ ...config, ...wrong }} />)
    await press('Configure API')
    await press('Use this configuration')
    expect(screen.getByText(problem)).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Configure API' })).toBeTruthy()
  })

  it('names the fields that are missing from a tried response', async () => {
    const outcome = { ok: true, status: 200, values: { price: '' }, missing: ['price'], error: '' }
    fakeApi({ 'POST /ai-chatbot/d1/api-rest/try': ok(outcome) })
    renderPage(<ItemForm apiRest={config} />)
    await press('Configure API')
    await press('Try')
    expect(await screen.findByText('Not found in this response: price.')).toBeTruthy()
  })
})

describe('trying the call', () => {
  const TRY = 'POST /ai-chatbot/d1/api-rest/try'
  const outcome = { ok: true, status: 200, values: {}, missing: [], error: '' }

  it.each([
    ['nothing to use of it', outcome, ['Status 200', 'It works. Add a field to use the response.']],
    [
      'fields',
      { ...outcome, values: { price: 'RM4\nsahaja' } },
      ['Status 200', '[api.price]', 'RM4 sahaja'],
    ],
    [
      'a refusal of the other server',
      { ...outcome, ok: false, status: 404, error: 'Nothing there.' },
      ['Status 404', 'Nothing there.'],
    ],
    [
      'no answer at all',
      { ...outcome, ok: false, status: null, error: 'It took too long.' },
      ['No response', 'It took too long.'],
    ],
  ])('shows %s', async (_what, answer, texts) => {
    fakeApi({ [TRY]: ok(answer) })
    renderPage(<ItemForm apiRest={config} />)
    await press('Configure API')
    await press('Try')
    for (const text of texts) await screen.findByText(text)
  })

  it.each([
    [refused(403, 'No calls are left today.', 'quota_calls_today'), 'No calls are left today.'],
    [unanswered(), 'The server did not respond. Please try again.'],
  ])('says why it could not be tried, and keeps what was typed', async (answer, text) => {
    const late = Promise.withResolvers<void>()
    const api = fakeApi({ [TRY]: { ...answer, after: late.promise } })
    renderPage(<ItemForm apiRest={config} />)
    await press('Configure API')
    await press('Try')
    const trying = await screen.findByRole<HTMLButtonElement>('button', { name: 'Trying...' })
    expect(isDisabled(trying)).toBe(true)
    await act(async () => late.resolve())
    await screen.findByText(text)
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe(config.url)
    expect(lastBodyOf(api, TRY)).toEqual(config)
  })

  it('is not made with invalid input or without a number', async () => {
    const api = fakeApi({})
    renderPage(<ItemForm apiRest={{ ...config, url: 'ftp://shop.test' }} />)
    await press('Configure API')
    await press('Try')
    await screen.findByText('Enter a web address that starts with http:// or https://.')
    expect(api.calls).toEqual([])
    cleanup()
    renderPage(<ItemForm apiRest={config} deviceId="" />)
    await press('Configure API')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Try' }).disabled).toBe(true)
    screen.getByText('Choose a number first.')
  })
})

describe('rows', () => {
  it.each([
    [19, false],
    [20, true],
  ])('with %i fields there is no room for another: %s', async (count, full) => {
    const fields = Array.from({ length: count }, (_, n) => field(`f${n}`))
    renderPage(<ItemForm apiRest={{ ...config, fields }} />)
    await press('Configure API')
    const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add field' })
    expect(add().disabled).toBe(full)
    await press(`Remove row ${count}`)
    expect(add().disabled).toBe(false)
  })

  it('removing one row keeps the others', async () => {
    renderPage(<ItemForm apiRest={{ ...config, fields: [field('a'), field('b'), field('c')] }} />)
    await press('Configure API')
    await press('Remove row 2')
    const names = screen.getAllByLabelText<HTMLInputElement>('Field name')
    expect(names.map(({ value }) => value)).toEqual(['a', 'c'])
    screen.getByText('No headers.')
  })
})

it('using a configuration changes the form, but does not save the item', async () => {
  const saved = vi.fn((event: FormEvent) => event.preventDefault())
  renderPage(
    <form onSubmit={saved}>
      <ItemForm apiRest={config} />
    </form>,
  )
  await press('Configure API')
  const box = screen.getByLabelText('Address')
  await act(async () => fireEvent.input(box, { target: { value: 'https://kedai.test/' } }))
  await press('Use this configuration')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved).not.toHaveBeenCalled()
  await press('Configure API')
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('https://kedai.test/')
})

describe('an item that calls an API', () => {
  const values = (changes: Partial<ItemFormValues>): ItemFormValues => ({
    ...newValues('d1'),
    name: 'Harga',
    captionAi: '[api.price]',
    apiRestDataStatus: 'enabled',
    ...changes,
  })

  it('is not saved before the API is configured', () => {
    expect(messagesOf(problemsOf(values({})))).toEqual({
      apiRestDataStatus: 'Configure the API, or choose Disabled.',
    })
    expect(messagesOf(problemsOf(values({ apiRest: config })))).toEqual({})
  })

  const item = itemOf()
  const CREATE = 'POST /ai-chatbot/d1/campaigns'
  const UPDATE = `PUT /ai-chatbot/${item.deviceId}/campaigns/${item.id}`
  const CONFIGURE = `${UPDATE}/api-rest`

  function SaveButton({ isNew }: { isNew: boolean }) {
    const save = useSaveItem(isNew ? null : item, null, () => undefined)
    const attachment = { kind: 'none' } as const
    return (
      <button
        type="button"
        onClick={() => save.mutate({ values: values({ apiRest: config }), attachment })}
      >
        Save
      </button>
    )
  }

  it.each([
    [true, 'accepted', ok(config), [CREATE, CONFIGURE, UPDATE]],
    [true, 'refused', refused(400, 'Not so.'), [CREATE, CONFIGURE]],
    [false, 'accepted', ok(config), [CONFIGURE, UPDATE]],
    [false, 'refused', refused(400, 'Not so.'), [CONFIGURE]],
  ])(
    '(new: %s) never calls before the configuration is kept: %s',
    async (isNew, _how, answer, calls) => {
      const api = fakeApi({ [CREATE]: ok(item), [UPDATE]: ok(item), [CONFIGURE]: answer })
      const send = globalThis.fetch
      const sent: unknown[] = []
      vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
        if (init?.body instanceof FormData) sent.push(init.body.get('apiRestDataStatus'))
        return send(url, init)
      })
      renderPage(<SaveButton isNew={isNew} />)
      await press('Save')
      await waitFor(() => expect(api.calls).toEqual(calls))
      expect(sent).toEqual(
        calls
          .filter((call) => call !== CONFIGURE)
          .map((call) => (call === CREATE ? 'disabled' : 'enabled')),
      )
    },
  )
})
