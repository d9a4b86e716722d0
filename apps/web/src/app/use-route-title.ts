import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'

export interface RouteHandle {
  /** The English key of the browser tab's name. */
  title: string
}

/** Names the browser's tab after the route in sight. */
export function useRouteTitle(): void {
  const { t } = useTranslation()
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  const title = handle ? `${t(handle.title)} · Kirim` : 'Kirim'
  useEffect(() => {
    document.title = title
  }, [title])
}
