// @vitest-environment jsdom
import type { ImportResult } from '@kirim/contract/contact-import'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { useImportText } from './upload-dialog.tsx'

afterEach(() => i18n.changeLanguage('en'))

const result: ImportResult = {
  message: 'As the server says it.',
  errors: [],
  added: 0,
  merged: 0,
  known: 0,
  repeated: 0,
  refused: 0,
  namesTaken: false,
}

it.each<[string, Partial<ImportResult>, string]>([
  ['nothing', {}, '0 ditambah.'],
  ['a thousand', { added: 1000 }, '1,000 ditambah.'],
  [
    'known people who keep their names',
    { known: 2 },
    '0 ditambah, 2 sudah dikenali (nama dikekalkan).',
  ],
  [
    'known people who take the new ones',
    { known: 2, namesTaken: true },
    '0 ditambah, 2 sudah dikenali (nama ditulis ganti).',
  ],
  [
    'all kinds',
    { added: 1, known: 2, repeated: 3, refused: 4 },
    '1 ditambah, 2 sudah dikenali (nama dikekalkan), 3 berulang, 4 ditolak.',
  ],
])(
  '%s is said in Malay by its counts, in English as the server says it',
  async (_what, counts, malay) => {
    const text = () => renderHook(useImportText).result.current({ ...result, ...counts })
    expect(text()).toBe('As the server says it.')
    await i18n.changeLanguage('ms')
    expect(text()).toBe(malay)
  },
)
