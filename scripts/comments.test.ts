import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readRequirements } from './lib/requirements.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const IS_COMMENT = /^\s*(\/\/|\/\*|\* |\{\/\*)/
/** Directives for tools must stay on the line before the code they apply to. */
const IS_DIRECTIVE = /^\s*(\/\/|\{\/\*) biome-ignore /
const IDS = readRequirements(`${ROOT}docs/requirements`).map(({ id }) => id)

test('what the code cites stands in this repository', () => {
  const wrong = linesOfSources()
    .filter(({ text }) => /§/.test(text) || ids(text).some((id) => !isKnown(id)))
    .map(({ at }) => at)

  expect(wrong).toEqual([])
})

test('a decision that the code cites is there', () => {
  const decisions = globSync('docs/decisions/*.md', { cwd: ROOT }).map((file) =>
    Number(file.match(/(\d+)-[^/]+$/)?.[1]),
  )
  const cited = linesOfSources().flatMap(({ text, at }) =>
    [...text.matchAll(/\bdecisions? (\d+)\b/g)].map(([, number]) => ({
      at,
      number: Number(number),
    })),
  )

  expect(cited.filter(({ number }) => !decisions.includes(number))).toEqual([])
})

test('a comment wraps at 100 columns', () => {
  const wide = linesOfSources()
    .filter(({ text }) => text.length > 100 && IS_COMMENT.test(text) && !IS_DIRECTIVE.test(text))
    .map(({ at }) => at)

  expect(wide).toEqual([])
})

/** The requirements cited by a line, as in test titles: `[2.dashboard.sent]`. */
function ids(text: string): string[] {
  return [...text.matchAll(/\[([2-9]\.[a-z][a-z0-9.-]*)\]/g)].map(([, id]) => id ?? '')
}

/** A comment may also cite a whole group of requirements: `2.dashboard`. */
function isKnown(id: string): boolean {
  return IDS.some((known) => known === id || known.startsWith(`${id}.`))
}

function linesOfSources(): { text: string; at: string }[] {
  return globSync('{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}', {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
    .filter((file) => !file.endsWith('comments.test.ts'))
    .flatMap((file) =>
      readFileSync(`${ROOT}${file}`, 'utf8')
        .split('\n')
        .map((text, index) => ({ text, at: `${file}:${index + 1}` })),
    )
}
