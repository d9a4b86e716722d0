import type { Author } from '@kirim/contract/authors'
import { useTranslation } from 'react-i18next'
import { useWorkspaces } from './workspace-context.ts'

/**
 * Returns how a person who did something is named; '' where it is not known, and in a workspace of
 * one, where it is always the same person.
 */
export function useAuthorName(): (author: Author | undefined) => string {
  const { t } = useTranslation()
  const { current } = useWorkspaces()
  const isShared = current !== null && current.people > 1
  return (author) => (isShared && author ? author.name || t('A former member') : '')
}
