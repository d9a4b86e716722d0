import { readFileSync } from 'node:fs'
import { type CampaignTextCode, campaignTexts } from '@kirim/contract/campaign-texts'
import { deviceProblemTexts } from '@kirim/contract/device-problems'
import { expect, test } from 'vitest'

const text = readFileSync(new URL('../docs/live.md', import.meta.url), 'utf8')

/** What somebody waits for is none of these: it goes on, is over, or was their own wish. */
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

/** The words in the first column of the table below this heading. */
function wordsBelow(heading: string): string[] {
  const [, rest = ''] = text.split(`## ${heading}\n`)
  const [section = ''] = rest.split('\n## ')
  const rows = [...section.matchAll(/^\| (.+?) \| .+? \| .+? \|$/gm)].map(([, first = '']) => first)
  return rows.filter((first) => first !== 'it says' && first !== '---')
}

/** As a document writes what differs from case to case. */
const written = (words: string) => words.replaceAll(/\{\w+\}/g, '…')

test('the guide to the real network tells of all that a number says, in the same words', () => {
  const [unlinked, ...problems] = wordsBelow('What a number says')
  expect(unlinked).toBe('Unlinked on its phone. Link it again to use it.')
  expect(problems.sort()).toEqual(Object.values(deviceProblemTexts).map(written).sort())
})

test('and of all that a campaign waits for', () => {
  const waits = Object.entries(campaignTexts).filter(([code]) => !NO_WAIT.has(code))
  const expected = waits.map(([, words]) => written(words))
  expect(wordsBelow('What a campaign waits for').sort()).toEqual(expected.sort())
})
