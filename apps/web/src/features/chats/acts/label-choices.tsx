import { Tag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChatLabels } from '../use-chat-labels.ts'
import { Choice, ChoiceList, type ChoicesProps } from './choice-list.tsx'

/** The labels of the workspace: one that all chats have is taken off. */
export function LabelChoices({ chats, onAct }: ChoicesProps) {
  const { t } = useTranslation()
  const { labels } = useChatLabels()
  if (labels.length === 0) {
    return (
      <p className="px-3 py-2 text-muted-foreground">
        {t('There are no labels yet. Owners and managers add them in the workspace settings.')}
      </p>
    )
  }
  return (
    <ChoiceList>
      {labels.map(({ id, name }) => {
        const isOnAll = chats.length > 0 && chats.every(({ labelIds }) => labelIds.includes(id))
        return (
          <Choice
            key={id}
            start={<Tag className="size-4 text-muted-foreground" aria-hidden="true" />}
            label={name}
            isChosen={isOnAll}
            onChoose={() => onAct({ type: isOnAll ? 'unlabel' : 'label', labelId: id })}
          />
        )
      })}
    </ChoiceList>
  )
}
