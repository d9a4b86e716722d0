import type { Chat } from '@kirim/contract/chats'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { Dialog } from '#shared/ui/dialog.tsx'
import { useChatName } from '../chat-name.tsx'
import { AssignChoices } from './assign-choices.tsx'
import type { ChatAct } from './chat-act.ts'
import { LabelChoices } from './label-choices.tsx'
import { SnoozeChoices } from './snooze-choices.tsx'

/** What is chosen for chats. */
export interface ActQuestion {
  readonly kind: 'assign' | 'label' | 'snooze'
  readonly chats: readonly Chat[]
}

interface ActPickerProps {
  question: ActQuestion | null
  onAct: (chats: readonly Chat[], act: ChatAct) => void
  onClose: () => void
}

const titles = {
  assign: textKey('Assign to'),
  label: textKey('Label'),
  snooze: textKey('Snooze until'),
}

/** Asks whom to assign chats to, how to label them, or until when to put them aside. */
export function ActPicker({ question, onAct, onClose }: ActPickerProps) {
  const { t } = useTranslation()
  const nameOf = useChatName()
  const [first, ...others] = question?.chats ?? []
  const act = (chosen: ChatAct) => {
    if (question) onAct(question.chats, chosen)
    onClose()
  }
  const choices = { chats: question?.chats ?? [], onAct: act }
  return (
    <Dialog
      open={question !== null}
      onOpenChange={(open) => !open && onClose()}
      title={question && t(titles[question.kind])}
      description={
        first && (others.length > 0 ? t('{n} chats', { n: others.length + 1 }) : nameOf(first))
      }
      className="px-2 pb-3"
    >
      {question?.kind === 'assign' && <AssignChoices {...choices} />}
      {question?.kind === 'label' && <LabelChoices {...choices} />}
      {question?.kind === 'snooze' && <SnoozeChoices {...choices} />}
    </Dialog>
  )
}
