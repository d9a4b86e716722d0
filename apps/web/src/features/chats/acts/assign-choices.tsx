import { UserRoundX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#shared/auth/auth-context.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { useChatPeople } from '../use-chat-people.ts'
import { Choice, ChoiceList, type ChoicesProps } from './choice-list.tsx'

/** Who may answer chats, oneself first, and nobody. */
export function AssignChoices({ chats, onAct }: ChoicesProps) {
  const { t } = useTranslation()
  const me = useUser()._id
  const { people } = useChatPeople()
  const mine = people.filter(({ id }) => id === me)
  const others = people.filter(({ id, mayWrite }) => id !== me && mayWrite)
  const isAll = (personId: string | null) =>
    chats.length > 0 && chats.every(({ assignedTo }) => assignedTo === personId)
  return (
    <ChoiceList>
      {[...mine, ...others].map(({ id, name, isHere }) => (
        <Choice
          key={id}
          start={<Avatar name={name} size="sm" />}
          label={id === me ? t('Me') : name}
          end={id !== me && isHere ? t('here') : null}
          isChosen={isAll(id)}
          onChoose={() => onAct({ type: 'assign', personId: id })}
        />
      ))}
      <Choice
        start={<UserRoundX className="mx-1.5 size-4 text-muted-foreground" aria-hidden="true" />}
        label={t('Nobody')}
        isChosen={isAll(null)}
        onChoose={() => onAct({ type: 'assign', personId: null })}
      />
    </ChoiceList>
  )
}
