import { globSync } from 'node:fs'
import { join } from 'node:path'
import { campaignTexts } from '@kirim/contract/campaign-texts'
import { deviceProblemTexts } from '@kirim/contract/device-problems'
import { errors } from '@kirim/contract/errors'
import { issueTexts } from '@kirim/contract/issue-texts'
import { ledgerTexts } from '@kirim/contract/ledger-texts'
import { lintTexts } from '@kirim/contract/lint-texts'
import { kindTexts } from '@kirim/contract/message-kinds'
import { preflightNotes, preflightTexts } from '@kirim/contract/preflight-texts'
import { reasonTexts } from '@kirim/contract/reason-texts'
import { wordingTexts } from '@kirim/contract/wording-texts'
import { expect, it } from 'vitest'
import { textsTranslatedIn } from '#shared/testing/text-keys.ts'
import ms from './ms.json' with { type: 'json' }

const web = join(import.meta.dirname, '../..')

/** Texts that are only ever part of another message. */
const NO_SENTENCE: ReadonlySet<string> = new Set([errors.validation_failed.text])

function filesIn(folder: string): string[] {
  const all = globSync('**/*.{ts,tsx}', { cwd: folder }).map((path) => join(folder, path))
  return all.filter((path) => !/\.test\.tsx?$/.test(path))
}

const used = new Set([
  ...filesIn(web).flatMap(textsTranslatedIn),
  ...[
    campaignTexts,
    deviceProblemTexts,
    issueTexts,
    kindTexts,
    ledgerTexts,
    lintTexts,
    preflightNotes,
    preflightTexts,
    reasonTexts,
    wordingTexts,
  ].flatMap((texts) => Object.values(texts)),
  ...Object.values(errors)
    .map(({ text }) => text)
    .filter((text) => !NO_SENTENCE.has(text)),
])
const translated = Object.entries(ms)

/**
 * The placeholders and tags of a text, `{name}` and `<b>`, sorted because languages order them
 * differently.
 */
function marksOf(text: string): string[] {
  return (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).sort()
}

it('every text has a Malay translation', () => {
  expect([...used].filter((text) => !Object.hasOwn(ms, text)).sort()).toEqual([])
})

it('every translation is used', () => {
  expect(translated.map(([text]) => text).filter((text) => !used.has(text))).toEqual([])
})

it('both languages have the same placeholders', () => {
  const differing = translated.filter(([text, malay]) => {
    return marksOf(text).join() !== marksOf(malay).join()
  })
  expect(differing).toEqual([])
})

it('no translation is empty', () => {
  expect(translated.filter(([, malay]) => malay.trim() === '')).toEqual([])
})
