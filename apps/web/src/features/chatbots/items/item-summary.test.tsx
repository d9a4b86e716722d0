// @vitest-environment jsdom
import type { ListedChatbotItem } from '@kirim/contract/chatbots'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { listedItemOf } from '../testing/items.ts'
import { ItemSummary } from './item-summary.tsx'

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

function text(given: Partial<ListedChatbotItem>): string | null {
  const nameOf = (id: string) => (id === 'c3' ? 'Order' : '')
  renderPage(<ItemSummary item={listedItemOf(given)} nameOf={nameOf} />)
  return document.querySelector('.text-caption')?.textContent ?? null
}

const buka = { keywords: ['buka'], keywordCount: 1 }

it.each<[Partial<ListedChatbotItem>, string]>([
  [{}, 'Only after another item'],
  [{ isDefault: true }, 'Default responseWhen nothing else matches'],
  [buka, 'Contains any ofbuka'],
  [{ ...buka, isDefault: true }, 'Contains any ofbukaDefault response'],
  [{ ...buka, type: 'message_contains_whole_keyword' }, 'Has one of these wordsbuka'],
  [{ ...buka, keywordCount: 12 }, 'Contains any ofbukaand 11 more'],
  [{ ...buka, sendTo: 'group' }, 'Contains any ofbukaIn groups only.'],
  [{ ...buka, sendTo: 'individual' }, 'Contains any ofbukaIn individual chats only.'],
  [{ nextBotAction: 'c3' }, 'Only after another itemthen Order'],
  [{ nextBotAction: 'gone' }, 'Only after another item'],
  [
    { savesResponse: true, callsApi: true, firstLine: 'Hai' },
    'Only after another itemHaiSaves the responseAPI Rest Data',
  ],
])('%o reads %s', (given, expected) => {
  expect(text(given)).toBe(expected)
})

it('cuts long words only visually', () => {
  const firstLine = 'a'.repeat(500)
  text({ firstLine })
  expect(screen.getByTitle(firstLine).textContent).toBe(firstLine)
})

it("is in Malay, with the users' text unchanged", async () => {
  await i18n.changeLanguage('ms')
  const said = text({
    ...buka,
    keywordCount: 3,
    isDefault: true,
    sendTo: 'group',
    nextBotAction: 'c3',
  })
  expect(said).toMatch(/buka.*Order/)
  expect(said).not.toMatch(/Contains|more|Default|groups|then/)
})

it.each([
  ['live', "No AI key is saved: the item's own text is sent. AI Settings"],
  ['sandbox', "On the sandbox, AI is only simulated: the item's own text is sent."],
])('says why AI writes nothing on the %s network', async (network, why) => {
  fakeApi({
    'GET /app-info': ok({ network, mediaUrl: '', version: '0.1.0' }),
    'GET /settings/ai': ok(null),
  })
  text({ useAI: true })
  await waitFor(() => expect(document.body.textContent).toContain(why))
  cleanup()
  expect(text({ useAI: false })).not.toContain('AI')
})
