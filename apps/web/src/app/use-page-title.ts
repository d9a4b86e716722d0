import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** Names the browser's tab after an English key, or after the app alone; answers that name. */
export function usePageTitle(key: string | undefined): string {
  const { t } = useTranslation()
  const title = key ? `${t(key)} · Kirim` : 'Kirim'
  useEffect(() => {
    document.title = title
  }, [title])
  return title
}
