import { expect, test } from 'vitest'
import { openVcards } from './open-vcards.ts'

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')
const cellsOf = (text: string) => openVcards(text).map(({ row, cells }) => [row, ...cells])

test('cards become rows below headings, with the mobile number first', () => {
  const text =
    card(
      'VERSION:3.0',
      'FN:Siti Aminah',
      'N:Aminah;Siti;;;',
      'TEL;TYPE=HOME:03-2345 6789',
      'item1.TEL;TYPE=CELL,VOICE:+60 12-345 6001',
      'ORG:Kedai;Jualan',
      'EMAIL:siti@example.com',
    ) + card('VERSION:4.0', 'FN:Ah Meng', 'TEL;VALUE=uri;TYPE="voice,cell":tel:+60123456002')
  expect(cellsOf(text)).toEqual([
    [0, 'Name', 'Phone', 'Phone 2', 'Email', 'Organisation'],
    [1, 'Siti Aminah', '+60 12-345 6001', '03-2345 6789', 'siti@example.com', 'Kedai, Jualan'],
    [2, 'Ah Meng', '+60123456002', '', '', ''],
  ])
})

test.each([
  ['folded lines', card('FN:Nurul Hu', ' da', 'TEL:0123456001'), 'Nurul Huda'],
  ['a name in parts alone', card('N:Tan;Mei Ling;;;', 'TEL:0123456001'), 'Mei Ling Tan'],
  ['escaped signs', card('FN:Ali\\, the \\; first', 'TEL:0123456001'), 'Ali, the ; first'],
  [
    'an old phone',
    card(
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;=E9=99=88=E5=B0=8F=',
      '=E6=98=8E;;;',
      'TEL;CELL:0123456001',
    ),
    '陈小明',
  ],
  ['lower case', card('fn:Ali', 'tel;cell:0123456001').toLowerCase(), 'ali'],
  ['no name', card('ORG:Kedai Siti', 'TEL:0123456001'), 'Kedai Siti'],
])('a name is read from %s', (_what, text, name) => {
  expect(cellsOf(text)[1]).toEqual([
    1,
    name,
    '0123456001',
    ...(name === 'Kedai Siti' ? [name] : []),
  ])
})

test('a file without cards is empty', () => {
  expect(() => openVcards('BEGIN:VCARD\nFN:Ali')).toThrow(
    expect.objectContaining({ code: 'spreadsheet_empty' }),
  )
})
