import type { ImportResult } from '@kirim/contract/contacts'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

/** What came of an import in a sentence: the server's own in English, made of its counts otherwise. */
export function useImportText(): (result: ImportResult) => string {
  const { t, i18n } = useTranslation()
  const { number } = useFormat()
  return ({ message, added, merged, refused }) => {
    if (i18n.language === 'en') return message
    const parts = [
      t('Contacts added: {n}', { n: number(added) }),
      ...(merged > 0 ? [t('already known: {n}', { n: number(merged) })] : []),
      ...(refused > 0 ? [t('rows refused: {n}', { n: number(refused) })] : []),
    ]
    return `${parts.join(', ')}.`
  }
}
