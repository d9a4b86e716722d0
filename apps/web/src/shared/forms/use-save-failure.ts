import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '#shared/api/api-error.ts'
import { toast } from '#shared/toast/toast.ts'

/** Shows why a campaign could not be saved [8.form]. */
export function useSaveFailure(): (error: unknown) => void {
  const { t } = useTranslation()
  return (error) => {
    const reason = messageOf(error, fallbackOf(error) ?? t('An unknown error occurred.'))
    toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
  }

  function fallbackOf(error: unknown): string | null {
    if (!(error instanceof ApiError)) return null
    if (error.code === 'network')
      return t('The server did not respond. What you typed is still here.')
    return error.errorField
  }
}
