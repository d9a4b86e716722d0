import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Names the browser tab with the translation of a key, or with the app's name; returns that name.
 */
export function usePageTitle(key: string | undefined): string {
  const { t } = useTranslation()
  const title = key ? `${t(key)} · Kirim` : 'Kirim'
  useEffect(() => {
    document.title = title
  }, [title])
  return title
}
