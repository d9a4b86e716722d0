import type { ChatLabel } from '@kirim/contract/chat-labels'
import { useTranslation } from 'react-i18next'

/** The names of the colours that labels have. */
export function useColourNames(): Readonly<Record<ChatLabel['colour'], string>> {
  const { t } = useTranslation()
  return {
    teal: t('Teal'),
    clay: t('Clay'),
    olive: t('Olive'),
    slate: t('Slate'),
    rose: t('Rose'),
  }
}
