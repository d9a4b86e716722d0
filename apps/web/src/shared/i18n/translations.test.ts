import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { campaignTexts } from '@kirim/contract/campaign-texts'
import { deviceProblemTexts } from '@kirim/contract/device-problems'
import { errors } from '@kirim/contract/errors'
import { issueTexts } from '@kirim/contract/issue-texts'
import { LANGUAGE_CODES } from '@kirim/contract/languages'
import { ledgerTexts } from '@kirim/contract/ledger-texts'
import { lintTexts } from '@kirim/contract/lint-texts'
import { kindTexts } from '@kirim/contract/message-kinds'
import { preflightNotes, preflightTexts } from '@kirim/contract/preflight-texts'
import { reasonTexts } from '@kirim/contract/reason-texts'
import { roles } from '@kirim/contract/roles'
import { wordingTexts } from '@kirim/contract/wording-texts'
import { describe, expect, it } from 'vitest'
import { textsTranslatedIn } from '#shared/testing/text-keys.ts'

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
  ...Object.values(roles).flatMap(({ name, summary }) => [name, summary]),
  ...Object.values(errors)
    .map(({ text }) => text)
    .filter((text) => !NO_SENTENCE.has(text)),
])

/**
 * The placeholders and tags of a text, `{name}` and `<b>`, sorted because languages order them
 * differently.
 */
function marksOf(text: string): string[] {
  return (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).sort()
}

function textsOf(code: string): Record<string, string> {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${code}.json`), 'utf8'))
}

it('has an English form of one only for texts that something uses', () => {
  const plurals = Object.keys(textsOf('en'))
  expect(plurals.filter((key) => !used.has(key.replace(/_one$/, '')))).toEqual([])
})

describe.each(LANGUAGE_CODES.filter((code) => code !== 'en'))('%s', (code) => {
  const texts = textsOf(code)
  const translated = Object.entries(texts)
  const page = readFileSync(join(web, '../index.html'), 'utf8')

  it('has its word for loading in the page that is served', () => {
    expect(page).toContain(
      `<span lang="${code}" class="hidden [html:lang(${code})_&]:inline">${texts['Loading...']}</span>`,
    )
  })

  it('has a translation of every text', () => {
    expect([...used].filter((text) => !Object.hasOwn(texts, text)).sort()).toEqual([])
  })

  it('has no translation that nothing uses', () => {
    expect(translated.map(([text]) => text).filter((text) => !used.has(text))).toEqual([])
  })

  it('keeps the placeholders of each text', () => {
    const differing = translated.filter(([text, translation]) => {
      return marksOf(text).join() !== marksOf(translation).join()
    })
    expect(differing).toEqual([])
  })

  it('has no empty translation', () => {
    expect(translated.filter(([, translation]) => translation.trim() === '')).toEqual([])
  })
})
