import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const exclude = (name: string) => name === 'node_modules' || name === 'dist'
const FILES = globSync(['*', '{apps,packages,e2e,bench,scripts,docs}/**/*'], { cwd: ROOT, exclude })

/** A file in backticks; `<name>.routes.ts` and `*.ports.ts` are patterns, `7.json` an id. */
const PATH = /`([a-z][\w./-]*\.(?:tsx?|m?js|cjs|css|json))`/g

function missingFrom(text: string): string[] {
  const paths = [...text.matchAll(PATH)].map(([, path = '']) => path)
  return paths.filter((path) => !FILES.some((file) => `/${file}`.endsWith(`/${path}`)))
}

test('a file that a document names is there, under the end of its path at least', () => {
  const documents = globSync('{*.md,docs/**/*.md,packages/*/README.md}', { cwd: ROOT, exclude })
  expect(documents.length).toBeGreaterThan(20)
  const missing = documents.flatMap((document) =>
    missingFrom(readFileSync(ROOT + document, 'utf8')).map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('a path that leaves out a folder names no file', () => {
  expect(
    missingFrom('`contract/errors.ts`, `src/errors.ts` and `packages/contract/src/errors.ts`'),
  ).toEqual(['contract/errors.ts'])
})
