import { roles } from '@kirim/contract/roles'
import type { Workspace } from '@kirim/contract/workspaces'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

/** What somebody is in a workspace, and its size or what of it they see. */
export function useWorkspaceSummary(): (workspace: Workspace) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  return ({ role, sees, people, numbers }) => {
    const words = [t(roles[role].name)]
    if (sees === 'chats') words.push(t('own chats'))
    else if (sees === 'numbers') words.push(t('own numbers'))
    else {
      words.push(t('{n} people', { count: people, n: number(people) }))
      if (numbers > 0) words.push(t('{n} numbers', { count: numbers, n: number(numbers) }))
    }
    return words.join(', ')
  }
}
