import type { ImportResult } from '@kirim/contract/contact-import'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

/**
 * The result of an import as a sentence: the server's own in English, otherwise composed from its
 * counts.
 */
export function useImportText(): (result: ImportResult) => string {
  const { t, i18n } = useTranslation()
  const { number } = useFormat()
  return ({ message, added, known, repeated, refused, namesTaken }) => {
    if (i18n.language === 'en') return message
    const parts = [
      t('{n} added', { n: number(added) }),
      ...(known > 0 ? [knownText(number(known), namesTaken)] : []),
      ...(repeated > 0 ? [t('{n} repeated', { n: number(repeated) })] : []),
      ...(refused > 0 ? [t('{n} refused', { n: number(refused) })] : []),
    ]
    return `${parts.join(', ')}.`
  }

  function knownText(n: string, namesTaken: boolean): string {
    return namesTaken
      ? t('{n} known (names overwritten)', { n })
      : t('{n} known (names kept)', { n })
  }
}
