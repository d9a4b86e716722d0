import { AtSign } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { Button } from '#shared/ui/button.tsx'
import { Menu, MenuItem } from '#shared/ui/menu.tsx'
import { useChatPlace } from '../chat-place.ts'
import { useMentions, useSeeMentions } from './use-mentions.ts'

/** Notes that name the reader, each leading to its chat; absent without any. */
export function MentionsButton() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { chatId, messageAddress } = useChatPlace()
  const mentions = useMentions()
  useSeeMentions(chatId, mentions)
  const count = mentions.length
  if (count === 0) return null
  const label = t('{n} notes name you', { count, n: number(count) })
  return (
    <Menu
      align="end"
      className="w-72"
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={label} title={label}>
          <AtSign className="text-primary" aria-hidden="true" />
        </Button>
      }
    >
      {mentions.map(({ chat, entry }) => (
        <MenuItem
          key={entry.id}
          onSelect={() => navigate(messageAddress(chat.id, entry.place), { keepScroll: true })}
        >
          <span className="min-w-0">
            <span className="block truncate font-medium">
              {t('{name} in the chat with {person}', {
                name: entry.author?.name || t('A former member'),
                person: chat.name || chat.phoneNumber || t('Group'),
              })}
            </span>
            <span className="block truncate text-xs text-muted-foreground">{entry.text}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
