import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '#shared/api/api-error.ts'
import { toast } from '#shared/toast/toast.ts'

/** Says why a campaign was not saved (SPEC §8 Campaign save). */
export function useSaveFailure(): (error: unknown) => void {
  const { t } = useTranslation()
  return (error) => {
    const noAnswer = error instanceof ApiError && error.code === 'network'
    const fallback = noAnswer
      ? t('The server did not answer. Nothing you typed is lost.')
      : t('An unknown error occurred.')
    toast({ title: t('Failed: {reason}', { reason: messageOf(error, fallback) }), tone: 'error' })
  }
}
