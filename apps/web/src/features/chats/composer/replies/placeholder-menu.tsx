import { Braces } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { offeredTokens } from '#shared/message-editor/tokens.ts'
import { useContactFields } from '#shared/message-editor/use-contact-fields.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Menu, MenuItem, MenuNote } from '#shared/ui/menu.tsx'
import { useFilledText } from './use-filled-text.ts'

interface PlaceholderMenuProps {
  chatId: string
  personName: string
  /** Called with what a placeholder says for the person; never empty. */
  onInsert: (text: string) => void
}

/** Inserts what is known of the person, so that one reads what one sends. */
export function PlaceholderMenu({ chatId, personName, onInsert }: PlaceholderMenuProps) {
  const { t } = useTranslation()
  const fill = useFilledText(chatId)
  const contactFields = useContactFields()
  const insert = useSingleMutation({
    mutationFn: (token: string) => fill(token),
    onSuccess: (text, token) => {
      if (text.trim() === '') toast({ title: t('Nothing is known for {token}.', { token }) })
      else onInsert(text)
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('The value could not be loaded.')), tone: 'error' })
    },
  })
  const tokens = offeredTokens({ apiFields: [], contactFields }).filter(
    ({ token }) => !token.startsWith('{'),
  )
  return (
    <Menu
      align="start"
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('Placeholders')}
          title={t('Placeholders')}
        >
          <Braces aria-hidden="true" />
        </Button>
      }
    >
      {tokens.map(({ token, meaning, values }) => (
        <MenuItem key={token} onSelect={() => insert.mutate(token)}>
          <span className="min-w-0 flex-1 truncate">{t(meaning, { ...values })}</span>
          <span className="font-mono text-xs text-muted-foreground">{token}</span>
        </MenuItem>
      ))}
      <MenuNote>{t('Filled in for {name} at once.', { name: personName })}</MenuNote>
    </Menu>
  )
}
