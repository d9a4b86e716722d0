import type { Chat } from '@kirim/contract/chats'
import { createContact } from '@kirim/contract/contacts'
import { isMaskedNumber } from '@kirim/contract/person-number'
import { Ellipsis, UserRoundPlus, UserRoundSearch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Menu, MenuItem } from '#shared/ui/menu.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { useContactRefresh } from './contact-queries.ts'

interface HeadMenuProps {
  chat: Chat
  /** Whether the person is a contact; null while that is not known. */
  isContact: boolean | null
}

/** What else is done with the person of a chat. Without anything, there is no button. */
export function HeadMenu({ chat, isContact }: HeadMenuProps) {
  const { t } = useTranslation()
  const refresh = useContactRefresh()
  const mayRead = useMay('contacts:read')
  const mayWrite = useMay('contacts:write')
  const { name, phoneNumber } = chat
  const isNumbered = phoneNumber !== '' && !isMaskedNumber(phoneNumber)
  const add = useSingleMutation({
    mutationFn: () => request(createContact, { body: { name: name || phoneNumber, phoneNumber } }),
    async onSuccess() {
      toast({ title: t('Added to the contacts.'), tone: 'success' })
      await refresh()
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('Failed to save contact.')), tone: 'error' })
    },
  })
  const canShow = isContact === true && mayRead
  const canAdd = isContact === false && isNumbered && mayWrite
  if (!canShow && !canAdd) return null
  const searched = isNumbered ? phoneNumber : name
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={t('More for this contact')}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {canShow && (
        <MenuItem
          icon={UserRoundSearch}
          onSelect={() => navigate(`/contacts?q=${encodeURIComponent(searched)}`)}
        >
          {t('Show in the contacts')}
        </MenuItem>
      )}
      {canAdd && (
        <MenuItem icon={UserRoundPlus} onSelect={() => add.mutate(undefined)}>
          {t('Add to the contacts')}
        </MenuItem>
      )}
    </Menu>
  )
}
