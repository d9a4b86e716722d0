import type { ChatSettings, NewChats } from '@kirim/contract/chat-settings'
import { useTranslation } from 'react-i18next'
import { NumberDot } from '#shared/ui/number-dot.tsx'
import { Select } from '#shared/ui/select.tsx'
import type { SelectOption } from '#shared/ui/select-face.tsx'
import { useOurNumbers } from '../use-our-numbers.ts'
import { useChangeNumber } from './use-change-rules.ts'

interface NumberRulesProps {
  usual: NewChats
  numbers: ChatSettings['numbers']
  choices: readonly SelectOption<NewChats>[]
}

/** How each number gives out its new chats; shown once there are several. */
export function NumberRules({ usual, numbers, choices }: NumberRulesProps) {
  const { t } = useTranslation()
  const { numbers: ours } = useOurNumbers()
  const { mutate, isPending } = useChangeNumber()
  if (ours.size < 2) return null
  const own = new Map(numbers.map(({ deviceId, newChats }) => [deviceId, newChats]))
  const usualName = choices.find(({ value }) => value === usual)?.label ?? ''
  const options = [{ value: 'usual' as const, label: t('As usual'), detail: usualName }, ...choices]
  return (
    <ul className="grid gap-2 sm:col-span-2">
      {[...ours.values()].map(({ id, name, connected, place }) => (
        <li key={id} className="grid grid-cols-2 items-center gap-3">
          <span className="flex min-w-0 items-center gap-2 text-caption">
            <NumberDot place={place} connected={connected} />
            <span className="truncate">{name}</span>
          </span>
          <Select
            aria-label={t('New chats of {name}', { name })}
            value={own.get(id) ?? 'usual'}
            options={options}
            disabled={isPending}
            onValueChange={(chosen) =>
              mutate({ deviceId: id, newChats: chosen === 'usual' ? null : chosen })
            }
          />
        </li>
      ))}
    </ul>
  )
}
