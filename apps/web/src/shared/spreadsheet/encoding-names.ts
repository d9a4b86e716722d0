import type { TextEncoding } from '@kirim/contract/contact-import'

interface EncodingName {
  readonly name: string
  /** Languages that people know it by, as BCP 47; none where it has all of them. */
  readonly languages: readonly string[]
}

/** The usual ones first. */
export const ENCODING_NAMES: Readonly<Record<TextEncoding, EncodingName>> = {
  'utf-8': { name: 'UTF-8', languages: [] },
  'windows-1252': { name: 'Windows-1252', languages: ['en', 'fr', 'de'] },
  gb18030: { name: 'GBK', languages: ['zh-Hans'] },
  big5: { name: 'Big5', languages: ['zh-Hant'] },
  'windows-874': { name: 'TIS-620', languages: ['th'] },
  'windows-1256': { name: 'Windows-1256', languages: ['ar', 'fa', 'ur'] },
  'windows-1258': { name: 'Windows-1258', languages: ['vi'] },
  shift_jis: { name: 'Shift JIS', languages: ['ja'] },
  'euc-kr': { name: 'EUC-KR', languages: ['ko'] },
  'windows-1251': { name: 'Windows-1251', languages: ['ru', 'uk', 'bg'] },
  'windows-1250': { name: 'Windows-1250', languages: ['pl', 'cs', 'hu'] },
  'windows-1254': { name: 'Windows-1254', languages: ['tr'] },
  'windows-1253': { name: 'Windows-1253', languages: ['el'] },
  'windows-1255': { name: 'Windows-1255', languages: ['he'] },
  'windows-1257': { name: 'Windows-1257', languages: ['lt', 'lv', 'et'] },
  'utf-16le': { name: 'UTF-16 LE', languages: [] },
  'utf-16be': { name: 'UTF-16 BE', languages: [] },
}
