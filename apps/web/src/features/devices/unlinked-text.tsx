import { useTranslation } from 'react-i18next'
import { useMay } from '#shared/workspace/workspace-context.ts'

/** Says that a number was unlinked, and what to do about it to those who can. */
export function UnlinkedText() {
  const { t } = useTranslation()
  const mayLink = useMay('numbers:write')
  return mayLink
    ? t('Unlinked on its phone. Link it again to use it.')
    : t('Unlinked on its phone.')
}
