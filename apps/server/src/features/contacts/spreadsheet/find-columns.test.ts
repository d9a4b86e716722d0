import { describe, expect, test } from 'vitest'
import { readPhoneNumber } from '../phone-number.ts'
import { findColumns } from './find-columns.ts'

const isPhone = (text: string) => readPhoneNumber(text, 'MY') !== null
const find = (grid: readonly (readonly string[])[]) => {
  const found = findColumns(
    grid.map((cells, index) => ({ row: index + 1, cells })),
    isPhone,
  )
  return found && [found.phone, found.name, found.rows.length]
}

const PERSON = ['Aisyah', '0123456789']

describe('columns by their headings', () => {
  test.each([
    ['phone'],
    ['Phone Number'],
    ['PHONE NO.'],
    ['Téléphone Phone'],
    ['Mobile'],
    ['Tel'],
    ['Tel. No.'],
    ['H/P'],
    ['HP'],
    ['No HP'],
    ['No. H/P'],
    ['No Telefon'],
    ['nombor telefon'],
    ['No. Tel (HP)'],
    ['WhatsApp'],
    ['whatsapp_number'],
    ['Number'],
    ['Contact'],
    ['Contact No'],
    ['手机'],
  ])('%s holds the numbers', (heading) => {
    expect(find([['Nama', heading], PERSON])).toEqual([1, 0, 1])
  })

  test.each([
    ['Name'],
    ['NAMA'],
    ['Full Name'],
    ['Customer'],
    ['Customer name'],
    ['Nama Pelanggan'],
    ['WhatsApp name'],
    ['姓名'],
  ])('%s holds the names', (heading) => {
    expect(find([[heading, 'Phone'], PERSON])).toEqual([1, 0, 1])
  })

  test.each([
    [
      'a serial number is not the number',
      [
        ['No.', 'Name', 'Number'],
        ['1', ...PERSON],
      ],
      [2, 1, 1],
    ],
    [
      'mobile goes before office',
      [
        ['Phone', 'Mobile', 'Name'],
        ['0321612345', '0123456789', 'A'],
      ],
      [1, 2, 1],
    ],
    [
      'unless it is empty',
      [
        ['Phone', 'Mobile', 'Name'],
        ['0321612345', '', 'A'],
      ],
      [0, 2, 1],
    ],
    [
      'a full name goes before a company',
      [
        ['Company name', 'Nama', 'HP'],
        ['Acme', ...PERSON],
      ],
      [2, 1, 1],
    ],
    [
      'titles above the headings',
      [['Mobile customers 2026'], ['Name', 'Mobile'], PERSON],
      [1, 0, 1],
    ],
    ['numbers alone', [['Mobile'], ['0123456789'], ['0123456788']], [0, null, 2]],
    [
      'a heading above rubbish',
      [
        ['Name', 'Phone'],
        ['Ali', 'unknown'],
      ],
      [1, 0, 1],
    ],
    ['a heading above nothing', [['Name', 'Phone']], [1, 0, 0]],
  ] as const)('%s', (_what, grid, expected) => {
    expect(find(grid)).toEqual(expected)
  })
})

describe('columns by what they hold', () => {
  test.each([
    ['name and number', [PERSON, ['Ah Hp', '0123456788']], [1, 0, 2]],
    [
      'number and name',
      [
        ['0123456789', 'Wa Tel'],
        ['0123456788', 'Ali'],
      ],
      [0, 1, 2],
    ],
    ['numbers alone', [['0123456789'], ['0123456788']], [0, null, 2]],
    ['unknown headings', [['Siapa', 'Berapa'], PERSON], [1, 0, 1]],
    [
      'a serial number between',
      [
        ['Ali', '1', '0123456789'],
        ['Abu', '2', '0123456788'],
      ],
      [2, 0, 2],
    ],
    ['mostly numbers', [PERSON, ['Ali', 'none'], ['Abu', '0123456788']], [1, 0, 3]],
    ['hardly any numbers', [PERSON, ['Ali', 'none'], ['Abu', 'no'], ['X', 'y']], null],
    ['no numbers', [['Ali', 'Kuala Lumpur']], null],
  ] as const)('%s', (_what, grid, expected) => {
    expect(find(grid)).toEqual(expected)
  })
})
