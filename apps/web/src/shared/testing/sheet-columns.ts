import type { SheetColumns } from '@kirim/contract/contact-import'

/** A sheet of one person, as the server describes it. */
export function sheetColumns(changes: Partial<SheetColumns> = {}): SheetColumns {
  return {
    rows: 1,
    fromRow: 2,
    columns: [
      { column: 0, heading: 'Nama', samples: ['Mei Ling'], filled: 1, phones: 0 },
      { column: 1, heading: 'No. Tel', samples: ['012-345 6701'], filled: 1, phones: 1 },
    ],
    phone: 1,
    name: 0,
    otherPhones: [],
    countryCode: null,
    csv: null,
    text: null,
    sheet: 0,
    sheets: [{ index: 0, name: 'Sheet1', rows: 2, hasNumbers: true }],
    hiddenRows: 0,
    preview: {
      people: 1,
      repeated: 0,
      refused: 0,
      errors: [],
      countries: [{ country: 'MY', people: 1 }],
      samples: [{ name: 'Mei Ling', phoneNumber: '60123456701' }],
      known: 0,
      out: 0,
    },
    ...changes,
  }
}
