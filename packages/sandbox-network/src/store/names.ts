import { createHash } from 'node:crypto'

const FIRST =
  'Aina Amir Aisyah Ben Chen Citra Daniel Devi Elena Farid Grace Hakim Hana Imran Jaya Kavitha Lim Maya Mei Nadia Noah Omar Priya Rahim Sara Siti Tan Uma Wei Yusuf'.split(
    ' ',
  )
const LAST =
  'Abdullah Chong Das Fernandez Goh Hassan Ismail Kaur Lee Menon Ng Othman Pillai Rahman Salleh Tan Wong Yap Yusof Zain'.split(
    ' ',
  )

/** The display name of somebody nobody has named: always the same for a number. */
export function nameFor(number: string): string {
  const digest = createHash('sha256').update(number).digest()
  const first = FIRST[digest.readUInt16BE(0) % FIRST.length]
  const last = LAST[digest.readUInt16BE(2) % LAST.length]
  return `${first} ${last}`
}
