import type { Chat } from '@kirim/contract/chats'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { useChatName } from '../chat-name.tsx'
import { useChatLabels } from '../use-chat-labels.ts'
import { useChatPeople } from '../use-chat-people.ts'
import type { ChatAct } from './chat-act.ts'

/** Returns a function that says what was done to chats, for a toast. */
export function useActWords() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const momentText = useMomentText()
  const nameOf = useChatName()
  const { byId: people } = useChatPeople()
  const { byId: labels } = useChatLabels()

  const titleOf = (act: ChatAct): string => {
    switch (act.type) {
      case 'close':
        return t('Case closed')
      case 'reopen':
        return t('Case opened again')
      case 'snooze':
        return act.until === null
          ? t('Snoozed until they write')
          : t('Snoozed until {moment}', { moment: momentText(act.until) })
      case 'unsnooze':
        return t('No longer snoozed')
      case 'assign':
        return act.personId === null
          ? t('Assigned to nobody')
          : t('Assigned to {name}', { name: people.get(act.personId)?.name ?? '' })
      case 'label':
        return t('Labelled {label}', { label: labels.get(act.labelId)?.name ?? '' })
      case 'unlabel':
        return t('Label {label} taken off', { label: labels.get(act.labelId)?.name ?? '' })
    }
  }

  return (chats: readonly Chat[], act: ChatAct): { title: string; description?: string } => {
    const title = titleOf(act)
    const [first, ...others] = chats
    if (!first) return { title }
    if (others.length > 0)
      return { title, description: t('{n} chats', { n: number(chats.length) }) }
    const name = nameOf(first)
    const isClosed = act.type === 'close'
    return {
      title,
      description: isClosed ? t('It opens again when {name} writes.', { name }) : name,
    }
  }
}
