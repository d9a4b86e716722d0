// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { messagesOf } from '#shared/testing/messages-of.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { type ItemFormValues, newValues, problemsOf } from '../item-form/form-values.ts'
import { useSaveItem } from '../item-form/use-save-item.ts'
import { itemOf } from '../testing/items.ts'
import { ConfigureApiButton } from './api-rest-button.tsx'
import { NEW_API_REST } from './api-rest-values.ts'

beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = (name: string, path = 'data.price') => ({ name, path })
const config = { ...NEW_API_REST, url: 'https://shop.test/', fields: [field('price')] }

function ItemForm({ apiRest }: { apiRest: ItemFormValues['apiRest'] }) {
  const form = useForm({
    defaultValues: { deviceId: 'd1', apiRestDataStatus: 'enabled', apiRest },
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

  it('names the fields that a tried answer does not have', async () => {
    const outcome = { ok: true, status: 200, values: { price: '' }, missing: ['price'], error: '' }
    fakeApi({ 'POST /ai-chatbot/d1/api-rest/try': ok(outcome) })
    renderPage(<ItemForm apiRest={config} />)
    await press('Configure API')
    await press('Try')
    expect(await screen.findByText('Not found in this answer: price.')).toBeTruthy()
  })
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
