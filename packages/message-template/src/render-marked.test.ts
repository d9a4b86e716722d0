import fc from 'fast-check'
import { expect, test } from 'vitest'
import { personReader } from './placeholders.ts'
import { renderTemplate } from './render.ts'
import { renderMarked } from './render-marked.ts'
import { seededRandom } from './seeded-random.ts'

const NOW = Date.UTC(2026, 10, 27, 1)
const context = (name: string, waName = '') => ({ now: NOW, timeZone: 'UTC', name, waName })
const first = () => () => 0

test.each<[string, string, string, string[]]>([
  ['Hi [name]', 'Farah', 'Hi Farah', []],
  ['Hi [name|kawan], we are open', '', 'Hi kawan, we are open', ['kawan']],
  ['Hi [name|kawan], dear [wa_name|you]', '', 'Hi kawan, dear you', ['kawan', 'you']],
  ['Hi [name]', '', 'Hi', []],
  ['Hi [name], [wa_name|kawan]', '60123456789', 'Hi, kawan', ['kawan']],
  ['{Hi|Hey} [name|kawan] from [me_wa_name|us]', '', 'Hi kawan from us', ['kawan']],
])('%s for “%s” reads “%s”, with %j standing in', (text, name, read, standIns) => {
  const rendered = renderMarked(text, context(name), first)
  expect(rendered.text).toBe(read)
  expect(rendered.fallbacks.map(({ start, end }) => rendered.text.slice(start, end))).toEqual(
    standIns,
  )
})

test.each<[string, string, string, string[]]>([
  ['Hi [name] and [wa_name|you]', '', 'Hi and you', ['name', 'wa_name']],
  ['Hi [name], dear [name|you]', '', 'Hi, dear you', ['name']],
  ['{Hi|Hey [name]}, we are open', '', 'Hi, we are open', []],
  ['{Hi [name]|Hey}, we are open', '', 'Hi, we are open', ['name']],
  ['Hi [name]', 'Farah', 'Hi Farah', []],
  ['[me_wa_name] [name]', 'Farah', 'Farah', []],
])('%s for “%s” reads “%s”, without %j', (text, name, read, missing) => {
  expect(renderMarked(text, context(name), first)).toMatchObject({ text: read, missing })
})

test('is the text that is sent, and every mark lies in it', () => {
  const part = fc.constantFrom(
    'Hi ',
    '[name|kawan]',
    '[wa_name]',
    ', ',
    '{a|[name|b]}',
    '\n',
    '\uFDD0',
  )
  fc.assert(
    fc.property(fc.array(part), fc.constantFrom('', 'Farah'), fc.string(), (parts, name, seed) => {
      const text = parts.join('')
      const random = () => seededRandom(seed)
      const marked = renderMarked(text, context(name), random)
      expect(marked.text).toBe(renderTemplate(text, context(name), random()))
      for (const { start, end } of marked.fallbacks) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(marked.text.length)
      }
    }),
  )
})

test.each<[string, string, string, string[], number]>([
  ['Hi [name], dear [name|you]', 'Farah', '', [], 5],
  ['Hi [name]', '', 'Fa', [], 2],
  ['{a|{b|[wa_name|you]}}', '', '', ['wa_name'], 0],
  ['[greet] [me_wa_name] [api.price] [now_formatted]', '', '', [], 0],
])('%s takes from “%s”/“%s”: without %j, %i long', (text, name, waName, missing, length) => {
  expect(personReader([text])(context(name, waName))).toEqual({ missing, length })
})
