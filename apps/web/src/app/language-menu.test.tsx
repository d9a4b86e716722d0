// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { useLanguageOfOtherTabs } from '#shared/i18n/language.ts'
import { storedLanguage } from '#shared/i18n/stored-language.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { LanguageMenu } from './language-menu.tsx'

beforeEach(() => localStorage.clear())
afterEach(async () => {
  cleanup()
  await i18n.changeLanguage('en')
  localStorage.clear()
})

async function choose(name: string): Promise<void> {
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name }))
}

it.each([
  ['en-US', ['en-US', 'id'], 'English'],
  ['id-ID', ['id-ID', 'en-US'], 'Bahasa Indonesia'],
  ['fr-FR', ['fr-FR', 'ms-MY', 'en'], 'Bahasa Melayu'],
  ['fr-FR', ['fr-FR'], 'English'],
])('begins with the first known language of a browser in %s', async (_name, languages, label) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  await i18n.changeLanguage(storedLanguage())
  renderPage(<LanguageMenu />)
  expect(screen.getByRole('button').textContent).toContain(label)
  vi.restoreAllMocks()
})

it('stores no language until somebody chooses', () => {
  renderPage(<LanguageMenu />)
  expect(screen.getByRole('button').textContent).toBe('LanguageEnglish')
  expect(localStorage.length).toBe(0)
})

it('changes the page at once, says so to assistive technology, and is remembered', async () => {
  renderPage(<LanguageMenu />)
  await choose('Bahasa Melayu')
  await screen.findByRole('button', { name: 'BahasaBahasa Melayu' })
  expect(document.documentElement.lang).toBe('ms')
  expect(storedLanguage()).toBe('ms')
  await choose('English')
  await screen.findByRole('button', { name: 'LanguageEnglish' })
  expect(document.documentElement.lang).toBe('en')
  expect({ ...localStorage }).toEqual({ language: 'en' })
})

it('follows another tab', async () => {
  function Page() {
    useLanguageOfOtherTabs()
    return <LanguageMenu />
  }
  renderPage(<Page />)
  localStorage.setItem('language', 'ms')
  await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'language' })))
  await screen.findByRole('button', { name: 'BahasaBahasa Melayu' })
})

it.each(['de', '', '{}'])('a kept language that is none (%j) reads as English', (kept) => {
  localStorage.setItem('language', kept)
  expect(storedLanguage()).toBe('en')
})
