import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#shared/toast/toast.ts'

/** Leaves the page with a message when the group is not the user's. */
export function useUnknownGroup(unknown: boolean, leave: () => void): void {
  const { t } = useTranslation()
  const tell = useEffectEvent(() => {
    leave()
    toast({
      title: t('This group does not exist or was deleted.'),
      description: t('All contacts are shown.'),
      tone: 'info',
    })
  })
  useEffect(() => {
    if (unknown) tell()
  }, [unknown])
}
