import type { Chat } from '@kirim/contract/chats'
import { AlarmClock, ChevronDown, CircleCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useChatPeople } from '../use-chat-people.ts'
import type { ActQuestion } from './act-picker.tsx'
import { useChatActs } from './use-chat-acts.ts'

const ActPicker = lazyDialog(
  async () => (await import('./act-picker.tsx')).ActPicker,
  ({ question }) => question !== null,
)

/**
 * What is done to the open chat: whose it is, until when it is put aside, and whether it is closed.
 */
export function HeadActs({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const act = useChatActs()
  const { byId: people } = useChatPeople()
  const [question, setQuestion] = useState<ActQuestion | null>(null)
  const ask = (kind: ActQuestion['kind']) => setQuestion({ kind, chats: [chat] })
  const isClosed = chat.queue === 'closed'
  const isSnoozed = chat.queue === 'snoozed'
  const closing = isClosed
    ? { type: 'reopen' as const, label: t('Open again'), Icon: RotateCcw }
    : { type: 'close' as const, label: t('Close'), Icon: CircleCheck }
  const close = () => void act([chat], { type: closing.type })
  const assignee = chat.assignedTo === null ? null : people.get(chat.assignedTo)?.name
  return (
    <Allowed to="chats:write">
      <Button
        size="sm"
        className="max-w-36 gap-1.5 max-lg:hidden xl:hidden"
        aria-label={t('Assigned to {name}', { name: assignee ?? t('Nobody') })}
        onClick={() => ask('assign')}
      >
        <span className="truncate font-normal">{assignee ?? t('Nobody')}</span>
        <ChevronDown className="size-3.5! text-muted-foreground" aria-hidden="true" />
      </Button>
      {isSnoozed ? (
        <Button
          size="sm"
          className="max-lg:hidden"
          onClick={() => void act([chat], { type: 'unsnooze' })}
        >
          <AlarmClock aria-hidden="true" />
          {t('Take back')}
        </Button>
      ) : (
        !isClosed && (
          <Button
            size="icon-sm"
            className="max-lg:hidden"
            aria-label={t('Snooze')}
            title={t('Snooze')}
            onClick={() => ask('snooze')}
          >
            <AlarmClock aria-hidden="true" />
          </Button>
        )
      )}
      <Button size="sm" className="max-lg:hidden" onClick={close}>
        <closing.Icon aria-hidden="true" />
        {closing.label}
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className="lg:hidden"
        aria-label={isClosed ? t('Open again') : t('Close the case')}
        onClick={close}
      >
        <closing.Icon aria-hidden="true" />
      </Button>
      <ActPicker
        question={question}
        onAct={(chats, done) => void act(chats, done)}
        onClose={() => setQuestion(null)}
      />
    </Allowed>
  )
}
