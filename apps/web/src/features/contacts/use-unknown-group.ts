import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#shared/toast/toast.ts'

/** While the group that is asked for is none of the user's: leaves it, saying so. */
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
