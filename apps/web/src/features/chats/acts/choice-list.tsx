import type { Chat } from '@kirim/contract/chats'
import { Check } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatAct } from './chat-act.ts'

export interface ChoicesProps {
  chats: readonly Chat[]
  onAct: (act: ChatAct) => void
}

/** Choices below each other; the arrows move between them. */
export function ChoiceList({ children }: { children: ReactNode }) {
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons: (Element | null)[] = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement)
    const next = buttons.at((at + step) % buttons.length)
    if (next instanceof HTMLElement) next.focus()
  }
  return <ul onKeyDown={move}>{children}</ul>
}

interface ChoiceProps {
  start?: ReactNode
  label: string
  end?: ReactNode
  isChosen?: boolean
  onChoose: () => void
}

export function Choice({ start, label, end, isChosen = false, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-9 w-full items-center gap-2.5 rounded-md px-3 text-left hover:bg-accent focus-visible:bg-accent pointer-coarse:min-h-11"
      >
        {start}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {end && <span className="tnum text-caption text-muted-foreground">{end}</span>}
        {isChosen && (
          <>
            <Check className="size-4 text-primary" aria-hidden="true" />
            <span className="sr-only">{t('chosen')}</span>
          </>
        )}
      </button>
    </li>
  )
}
