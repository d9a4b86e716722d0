import { expect, test } from 'vitest'
import { moveRequest } from './move-request.ts'

const DATA_DIR = '/var/lib/kirim'
const embedded = { kind: 'embedded', file: `${DATA_DIR}/kirim.db` }
const url = 'postgres://db/kirim'
const postgres = { kind: 'PostgreSQL', url }

test.each([
  [['--to', 'postgres'], url, { from: embedded, to: postgres, media: null }],
  [['--to', 'embedded'], url, { from: postgres, to: embedded, media: null }],
  [
    ['--to', 'postgres', '--media', 'bucket'],
    url,
    { from: embedded, to: postgres, media: 'bucket' },
  ],
  [['--media', 'folder'], url, { from: postgres, to: null, media: 'folder' }],
  [['--media', 'bucket'], '', { from: embedded, to: null, media: 'bucket' }],
])('%j with DATABASE_URL=%s', (args, DATABASE_URL, request) => {
  expect(moveRequest(args, { DATA_DIR, DATABASE_URL }).request).toEqual(request)
})

test.each([
  [[], '', 'Say what to move: --to or --media.'],
  [['--to', 'mysql'], url, "--to is postgres or embedded, not 'mysql'."],
  [['--to', ''], url, "--to is postgres or embedded, not ''."],
  [['--media', 'elsewhere'], '', "--media is bucket or folder, not 'elsewhere'."],
  [['--to', 'embedded'], '', 'Set DATABASE_URL to the address of the PostgreSQL database.'],
  [['--to', 'postgres'], '', 'Set DATABASE_URL to the address of the PostgreSQL database.'],
  [['--to', 'postgres'], 'mysql://db', 'DATABASE_URL must be an address like postgres://'],
  [['--two', url], '', "Unknown option '--two'"],
  // It would stand in the list of processes.
  [['--to', 'postgres://kirim:secret@db/kirim'], '', 'Set DATABASE_URL to it'],
])('%j with DATABASE_URL=%s is refused: %s', (args, DATABASE_URL, sentence) => {
  expect(() => moveRequest(args, { DATA_DIR, DATABASE_URL })).toThrow(sentence)
})
