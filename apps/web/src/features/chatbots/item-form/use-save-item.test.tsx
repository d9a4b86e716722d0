// @vitest-environment jsdom
import type { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import type { ChatbotItem } from '@kirim/contract/chatbots'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press } from '#shared/testing/user.ts'
import {
  type Attachment,
  attachmentOf,
  type ItemFormValues,
  NEW_API_REST,
  newValues,
} from '../item-form-values.ts'
import { itemOf } from '../testing/items.ts'
import { useSaveItem } from './use-save-item.ts'

const CREATE = 'POST /ai-chatbot/d1/campaigns'
const UPDATE = 'PUT /ai-chatbot/d1/campaigns/c1'
const CONFIGURE = `${UPDATE}/api-rest`

const config: ApiRestConfig = { ...NEW_API_REST, url: 'https://shop.test/' }
const item = itemOf({ mediaFileAi: null })
const values: ItemFormValues = { ...newValues('d1'), name: 'Harga', captionAi: '[api.price]' }
const calling: ItemFormValues = { ...values, apiRestDataStatus: 'enabled', apiRest: config }
const NONE: Attachment = { kind: 'none' }

let api: FakeApi
const onRefused = vi.fn()
beforeEach(() => {
  api = fakeApi({ [CREATE]: ok(item), [UPDATE]: ok(item), [CONFIGURE]: ok(config) })
})
afterEach(() => {
  cleanup()
  onRefused.mockReset()
  vi.unstubAllGlobals()
})

interface Given {
  values: ItemFormValues
  attachment?: Attachment
  before?: ChatbotItem | null
  kept?: ApiRestConfig | null
}

function show({ values, attachment = NONE, before = null, kept = null }: Given) {
  function Form() {
    const save = useSaveItem(before, kept, onRefused)
    return (
      <button type="button" onClick={() => save.mutate({ values, attachment })}>
        {save.isSuccess ? 'saved' : 'Save'}
      </button>
    )
  }
  renderPage(<Form />)
}

describe('an item whose API is refused', () => {
  it.each([
    ['refused', refused(400, 'Not so.', 'api_rest_body_invalid'), 'Failed: Not so.'],
    [
      'not answered',
      unanswered(),
      'Failed: The server did not respond. What you typed is still here.',
    ],
  ])(
    '(%s) is there already: the next press changes it, and makes no second one',
    async (_how, answer, text) => {
      api.answers[CONFIGURE] = answer
      show({ values: calling })
      await press('Save')
      await screen.findByText(text)
      expect(onRefused).toHaveBeenCalledOnce()
      api.answers[CONFIGURE] = ok(config)
      await press('Save')
      await screen.findByText('saved')
      expect(api.calls).toEqual([CREATE, CONFIGURE, CONFIGURE, UPDATE])
      expect(lastBodyOf(api, CREATE)).toMatchObject({ apiRestDataStatus: 'disabled' })
      expect(lastBodyOf(api, UPDATE)).toMatchObject({ apiRestDataStatus: 'enabled' })
      await screen.findByText('Campaign created!')
    },
  )

  it.each([
    ['chatbot_too_many_items', 409, 'A number can have at most 1000 chatbot campaigns.'],
    ['chatbot_too_many_keywords', 409, 'Remove some keywords.'],
    ['quota_chatbot_items', 403, 'Delete some first.'],
    ['device_not_found', 404, 'Device not found.'],
  ])('that is new and refused itself (%s) configures nothing', async (code, status, message) => {
    api.answers[CREATE] = refused(status, message, code)
    show({ values: calling })
    await press('Save')
    await screen.findByText(`Failed: ${message}`)
    expect(api.calls).toEqual([CREATE])
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code }))
  })
})

describe('what is sent', () => {
  it.each<[string, Given, string[]]>([
    ['of a new item', { values }, [CREATE]],
    ['of an item', { values, before: item }, [UPDATE]],
    [
      'of an item that calls what it called',
      { values: calling, before: item, kept: config },
      [UPDATE],
    ],
    [
      'of an item that calls something else',
      { values: calling, before: item, kept: { ...config, url: 'https://old.test/' } },
      [CONFIGURE, UPDATE],
    ],
    [
      'of a new one that is configured and switched off',
      { values: { ...calling, apiRestDataStatus: 'disabled' } },
      [CREATE, CONFIGURE],
    ],
  ])('%s', async (_what, given, calls) => {
    show(given)
    await press('Save')
    await screen.findByText('saved')
    expect(api.calls).toEqual(calls)
  })

  it('uploads a file once, although the item is saved twice', async () => {
    const file = new File(['x'], 'menu.png', { type: 'image/png' })
    const stored = itemOf()
    Object.assign(api.answers, { [CREATE]: ok(stored), [UPDATE]: ok(stored) })
    show({ values: calling, attachment: { kind: 'upload', file } })
    await press('Save')
    await screen.findByText('saved')
    const files = api.bodies.map((body) =>
      Object.values(body ?? {}).some((value) => value instanceof File),
    )
    expect(files).toEqual([true, false, false])
    expect(lastBodyOf(api, UPDATE)).not.toHaveProperty('removeMediaFile')
  })

  it('sends the removal of a file', async () => {
    const before = itemOf()
    show({ values, before, attachment: NONE })
    await press('Save')
    await screen.findByText('saved')
    expect(lastBodyOf(api, UPDATE)).toMatchObject({ removeMediaFile: 'true' })
    cleanup()
    show({ values, before, attachment: attachmentOf(before) })
    await press('Save')
    await screen.findByText('saved')
    expect(lastBodyOf(api, UPDATE)).not.toHaveProperty('removeMediaFile')
  })

  it('pressing twice saves once', async () => {
    const answered = Promise.withResolvers<void>()
    api.answers[CREATE] = { ...ok(item), after: answered.promise }
    show({ values })
    const button = screen.getByRole('button')
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(api.calls).toHaveLength(1))
    await act(async () => answered.resolve())
    await screen.findByText('saved')
    expect(api.calls).toEqual([CREATE])
  })
})
