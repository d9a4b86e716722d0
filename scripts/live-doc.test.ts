import { readFileSync } from 'node:fs'
import { type CampaignTextCode, campaignTexts } from '@kirim/contract/campaign-texts'
import { deviceProblemTexts } from '@kirim/contract/device-problems'
import { expect, test } from 'vitest'

const text = readFileSync(new URL('../docs/live.md', import.meta.url), 'utf8')

/** States in which a campaign waits for nothing: it is sending, over, or stopped by its owner. */
const NO_WAIT: ReadonlySet<string> = new Set<CampaignTextCode>([
  'draft',
  'draft_empty',
  'preparing',
  'scheduled',
  'sending',
  'paused',
  'paused_earlier',
  'cancelled_by_owner',
  'cancelled',
  'completed',
  'completed_failed',
  'completed_empty',
])

/** The texts in the first column of the table below this heading. */
function wordsBelow(heading: string): string[] {
  const [, rest = ''] = text.split(`## ${heading}\n`)
  const [section = ''] = rest.split('\n## ')
  const rows = [...section.matchAll(/^\| (.+?) \| .+? \| .+? \|$/gm)].map(([, first = '']) => first)
  return rows.filter((first) => first !== 'text' && first !== '---')
}

/** Placeholders are written as … in the document. */
const written = (words: string) => words.replaceAll(/\{\w+\}/g, '…')

test('the guide to the real network lists every text of a number', () => {
  const [unlinked, ...problems] = wordsBelow('What a number shows')
  expect(unlinked).toBe('Unlinked on its phone. Link it again to use it.')
  expect(problems.sort()).toEqual(Object.values(deviceProblemTexts).map(written).sort())
})

test('and every reason why a campaign waits', () => {
  const waits = Object.entries(campaignTexts).filter(([code]) => !NO_WAIT.has(code))
  const expected = waits.map(([, words]) => written(words))
  expect(wordsBelow('What a campaign waits for').sort()).toEqual(expected.sort())
})
