import type { SandboxMessage } from '@kirim/contract/sandbox'
import { SmilePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Menu, MenuItem } from '#shared/ui/menu.tsx'
import { useContactContent } from './use-contact-content.ts'
import type { ChatPlace } from './use-sandbox.ts'

const EMOJI = ['👍', '❤️', '😂', '🙏']

interface MessageAnswersProps {
  place: ChatPlace
  message: SandboxMessage
}

/** Reacts to a message of the number as the contact. */
export function ReactMenu({ place, message }: MessageAnswersProps) {
  const { t } = useTranslation()
  const { react } = useContactContent(place)
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('React')}
          className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
        >
          <SmilePlus aria-hidden="true" />
        </Button>
      }
    >
      {EMOJI.map((emoji) => (
        <MenuItem key={emoji} onSelect={() => react.mutate({ messageId: message.id, emoji })}>
          {emoji}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The answers of a poll; pressing one votes for it as the contact. */
export function PollAnswers({ place, message }: MessageAnswersProps) {
  const { t } = useTranslation()
  const { vote } = useContactContent(place)
  return (
    <span className="flex flex-col gap-1 p-1">
      {message.options?.map((option) => (
        <Button
          key={option}
          size="sm"
          aria-label={t('Vote for {option}', { option })}
          onClick={() => vote.mutate({ messageId: message.id, options: [option] })}
        >
          {option}
        </Button>
      ))}
    </span>
  )
}
