import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { serverMessageOf } from '#shared/api/api-error.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { toast } from '#shared/toast/toast.ts'

/**
 * Navigates back to `to` with a message when the form's data cannot be loaded [8.form.load-bulk]
 * [8.form.load-ai].
 */
export function useLeaveOnFailure(error: unknown, to: string): void {
  const { t } = useTranslation()
  useEffect(() => {
    if (!error) return
    const reason = serverMessageOf(error)
    toast({
      title: t('Failed to load page data. Please try again.'),
      ...(reason && { description: reason }),
      tone: 'error',
    })
    navigate(to, { replace: true })
  }, [error, to, t])
}
