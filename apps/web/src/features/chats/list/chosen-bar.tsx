import { CircleCheck, Tag, UserRound, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import type { ActQuestion } from '../acts/act-picker.tsx'

interface ChosenBarProps {
  count: number
  onAsk: (kind: ActQuestion['kind']) => void
  onClose: () => void
  onEnd: () => void
}

/** What can be done to several chosen chats. */
export function ChosenBar({ count, onAsk, onClose, onEnd }: ChosenBarProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const isNone = count === 0
  return (
    <section
      aria-label={t('Chosen chats')}
      className="m-3 flex shrink-0 flex-wrap items-center gap-1.5 rounded-lg bg-popover p-2 shadow-pop"
    >
      <div className="flex w-full items-center justify-between">
        <p role="status" className="tnum px-1.5 font-medium">
          {isNone ? t('Choose chats') : t('{n} chosen', { n: number(count) })}
        </p>
        <Button variant="ghost" size="icon-sm" aria-label={t('Choose no more')} onClick={onEnd}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <Button size="sm" disabled={isNone} onClick={() => onAsk('assign')}>
        <UserRound aria-hidden="true" />
        {t('Assign')}
      </Button>
      <Button size="sm" disabled={isNone} onClick={() => onAsk('label')}>
        <Tag aria-hidden="true" />
        {t('Label')}
      </Button>
      <Button size="sm" disabled={isNone} onClick={onClose}>
        <CircleCheck aria-hidden="true" />
        {t('Close')}
      </Button>
    </section>
  )
}
