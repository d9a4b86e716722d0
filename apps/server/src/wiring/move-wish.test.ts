import { expect, test } from 'vitest'
import { moveWish } from './move-wish.ts'

const DATA_DIR = '/var/lib/kirim'
const embedded = { kind: 'embedded', file: `${DATA_DIR}/kirim.db` }
const url = 'postgres://db/kirim'
const postgres = { kind: 'PostgreSQL', url }

test.each([
  [['--to', url], '', { from: embedded, to: postgres, media: null }],
  [['--to', url], url, { from: embedded, to: postgres, media: null }],
  [['--to', 'embedded'], url, { from: postgres, to: embedded, media: null }],
  [['--to', url, '--media', 'bucket'], '', { from: embedded, to: postgres, media: 'bucket' }],
  [['--media', 'folder'], url, { from: postgres, to: null, media: 'folder' }],
  [['--media', 'bucket'], '', { from: embedded, to: null, media: 'bucket' }],
])('%j with DATABASE_URL=%s', (args, DATABASE_URL, wish) => {
  expect(moveWish(args, { DATA_DIR, DATABASE_URL })?.wish).toEqual(wish)
})

test.each([
  [['--to', 'mysql://db/kirim'], '', '--to must be an address like postgres://'],
  [['--to', 'embedded'], '', 'Set DATABASE_URL to the database that is to be moved.'],
  [['--to', 'postgres://db/other'], url, 'DATABASE_URL and --to name two databases.'],
  [['--two', url], '', "Unknown option '--two'"],
])('%j with DATABASE_URL=%s is refused: %s', (args, DATABASE_URL, sentence) => {
  expect(() => moveWish(args, { DATA_DIR, DATABASE_URL })).toThrow(sentence)
})

test.each([[[]], [['--media', 'elsewhere']], [['--to', '']]])('%j is unclear', (args) => {
  expect(moveWish(args, { DATA_DIR })).toBeNull()
})
