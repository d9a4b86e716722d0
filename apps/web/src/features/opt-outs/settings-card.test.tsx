// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  refusedAt,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { fill, press, pressKey, stubLayout } from '#shared/testing/user.ts'
import { useLiveOptOuts } from './opt-out-queries.ts'
import { SettingsCard } from './settings-card.tsx'

const LOAD = 'GET /opt-outs/settings'
const SAVE = 'PUT /opt-outs/settings'
const settings = { words: ['TAK NAK'], answer: 'Baik.', lineByDefault: true }

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({ [LOAD]: ok(settings) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function LiveCard() {
  useLiveOptOuts()
  return <SettingsCard />
}

async function opened() {
  const page = renderPage(<LiveCard />)
  await screen.findByLabelText('Words')
  return page
}
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => screen.queryByRole('button', { name: 'Save' })

async function addWord(word: string): Promise<void> {
  await fill('Words', word)
  await pressKey(box('Words'), 'Enter')
}

it('the words of everybody cannot be removed, the owner’s can', async () => {
  await opened()
  const removable = () =>
    screen.queryAllByRole('button', { name: /^Remove/ }).map((button) => button.ariaLabel)
  expect(screen.getByText('BERHENTI').querySelector('button')).toBeNull()
  expect(removable()).toEqual(['Remove TAK NAK'])
  expect(save()).toBeNull()
  await press('Remove TAK NAK')
  expect(removable()).toEqual([])
  await press('Discard')
  expect(removable()).toEqual(['Remove TAK NAK'])
  expect(save()).toBeNull()
})

it('everything is saved together, with the word that is being typed', async () => {
  await opened()
  api.answers[SAVE] = ok({ words: ['TAK NAK', 'cukup', 'sudah'], answer: '', lineByDefault: false })
  await addWord('cukup')
  await fill('Words', 'sudah')
  await fill('Confirmation, sent once', '  ')
  await act(async () => screen.getByRole('switch').click())
  await press('Save')
  await screen.findByText('Settings saved.')
  expect(lastBodyOf(api, SAVE)).toMatchObject({
    words: ['TAK NAK', 'cukup', 'sudah'],
    lineByDefault: false,
  })
  await waitFor(() => expect(save()).toBeNull())
  expect(box('Confirmation, sent once').value).toBe('')
})

it('a word that is too long is said at the words, before anything is sent', async () => {
  await opened()
  await addWord('x'.repeat(41))
  await press('Save')
  await screen.findByText('A word may have at most 40 characters.')
  expect(box('Words').getAttribute('aria-invalid')).toBe('true')
  expect(api.calls).not.toContain(SAVE)
})

it('what the server refuses is said at its field, or in a message, and is kept', async () => {
  await opened()
  await addWord('cukup')
  const text = 'At most 50 words of your own.'
  api.answers[SAVE] = refusedAt('words', 400, text, 'opt_out_words_too_many')
  await press('Save')
  await waitFor(() => expect(box('Words').getAttribute('aria-invalid')).toBe('true'))
  api.answers[SAVE] = refused(500, 'Out of order.')
  await press('Save')
  await screen.findByText('Out of order.')
  screen.getByRole('button', { name: 'Remove cukup' })
})

it('what is changed elsewhere is shown, what is changed here is kept', async () => {
  const { say } = await opened()
  await fill('Confirmation, sent once', 'Terima kasih.')
  api.answers[LOAD] = ok({ ...settings, words: ['CUKUP'], answer: 'Okay.' })
  await say('opt_outs_changed')
  await screen.findByText('CUKUP')
  expect(box('Confirmation, sent once').value).toBe('Terima kasih.')
})

it('settings that cannot be loaded say so, and are asked for again', async () => {
  api.answers[LOAD] = refused(400, 'Slow down.')
  renderPage(<LiveCard />)
  await screen.findByText('Slow down.')
  api.answers[LOAD] = ok(settings)
  await press('Try again')
  await screen.findByLabelText('Words')
})
