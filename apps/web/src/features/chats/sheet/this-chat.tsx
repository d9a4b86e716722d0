import type { Chat } from '@kirim/contract/chats'
import { AlarmClock, CircleCheck, Plus, RotateCcw, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#shared/auth/auth-context.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Select } from '#shared/ui/select.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { ActPicker, type ActQuestion } from '../acts/act-picker.tsx'
import { useChatActs } from '../acts/use-chat-acts.ts'
import { useChatLabels } from '../use-chat-labels.ts'
import { useChatPeople } from '../use-chat-people.ts'
import { Chip } from './chip.tsx'
import { addingChip, SheetSection } from './sheet-section.tsx'

/** Never the id of a person. */
const NOBODY = 'nobody'

/** Who answers a chat, its labels, and since when it is open. */
export function ThisChat({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const momentText = useMomentText()
  const mayWrite = useMay('chats:write')
  const { byId: labels } = useChatLabels()
  const act = useChatActs()
  const [question, setQuestion] = useState<ActQuestion | null>(null)
  const isClosed = chat.closedAt !== null
  return (
    <SheetSection title={t('This chat')}>
      <Line name={t('Assigned to')}>
        <Assignee chat={chat} />
      </Line>
      <Line name={t('Labels')}>
        <ul className="flex flex-wrap gap-1.5">
          {chat.labelIds.map((id) => {
            const name = labels.get(id)?.name
            if (!name) return null
            return (
              <Chip
                key={id}
                name={name}
                removeLabel={t('Remove {name}', { name })}
                {...(mayWrite && {
                  onRemove: () => void act([chat], { type: 'unlabel', labelId: id }),
                })}
              />
            )
          })}
          {mayWrite && (
            <li>
              <button
                type="button"
                className={addingChip}
                onClick={() => setQuestion({ kind: 'label', chats: [chat] })}
              >
                <Plus className="size-3" aria-hidden="true" />
                {t('Label')}
              </button>
            </li>
          )}
        </ul>
      </Line>
      <Line name={isClosed ? t('Closed') : t('Open since')}>
        <span className="tnum text-caption">{momentText(chat.closedAt ?? chat.openedAt)}</span>
      </Line>
      {mayWrite && (
        <div className="mt-2 grid grid-cols-2 gap-2 lg:hidden">
          <Button size="sm" onClick={() => setQuestion({ kind: 'snooze', chats: [chat] })}>
            <AlarmClock aria-hidden="true" />
            {t('Snooze')}
          </Button>
          <Button
            size="sm"
            onClick={() => void act([chat], { type: isClosed ? 'reopen' : 'close' })}
          >
            {isClosed ? <RotateCcw aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
            {isClosed ? t('Reopen') : t('Close')}
          </Button>
        </div>
      )}
      <ActPicker
        question={question}
        onAct={(chats, chosen) => void act(chats, chosen)}
        onClose={() => setQuestion(null)}
      />
    </SheetSection>
  )
}

function Assignee({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const me = useUser()._id
  const mayWrite = useMay('chats:write')
  const { people, byId } = useChatPeople()
  const act = useChatActs()
  const name = chat.assignedTo === null ? '' : (byId.get(chat.assignedTo)?.name ?? '')
  if (!mayWrite) return <span className="text-caption">{name || t('Nobody')}</span>
  const options = people
    .filter(({ id, mayWrite: writes }) => writes || id === chat.assignedTo)
    .map((person) => ({
      value: person.id,
      label: person.id === me ? t('{name} (you)', { name: person.name }) : person.name,
    }))
  return (
    <Select
      aria-label={t('Assigned to')}
      value={chat.assignedTo ?? NOBODY}
      options={[...options, { value: NOBODY, label: t('Nobody') }]}
      icon={
        name ? (
          <Avatar name={name} className="size-5 text-[10px]" />
        ) : (
          <UserRound aria-hidden="true" />
        )
      }
      className="h-8 px-2 text-caption pointer-coarse:h-10"
      onValueChange={(value) =>
        void act([chat], { type: 'assign', personId: value === NOBODY ? null : value })
      }
    />
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 py-1">
      <span className="w-[92px] shrink-0 text-caption text-muted-foreground">{name}</span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
