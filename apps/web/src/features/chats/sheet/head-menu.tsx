import { exportChat } from '@kirim/contract/chat-export'
import type { Chat } from '@kirim/contract/chats'
import { createContact } from '@kirim/contract/contacts'
import { isMaskedNumber } from '@kirim/contract/person-number'
import { Download, Ellipsis, Trash2, UserRoundPlus, UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { fileCall, useDownload } from '#shared/api/use-download.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#shared/ui/menu.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { useContactRefresh } from './contact-queries.ts'
import { EraseDialog } from './erase-dialog.tsx'

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
  const mayExport = useMay('chats:export')
  const [isErasing, setErasing] = useState(false)
  const download = useDownload()
  const saveChat = () => {
    const query = { timeZone: browserTimeZone() }
    const call = fileCall(exportChat, { params: { id: chat.id }, query })
    download.mutate({ call, name: 'chat.zip' })
  }
  if (!canShow && !canAdd && !mayExport && !mayWrite) return null
  const searched = isNumbered ? phoneNumber : name
  return (
    <>
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
        {mayExport && (
          <MenuItem icon={Download} disabled={download.isPending} onSelect={saveChat}>
            {t('Export the chat')}
          </MenuItem>
        )}
        {mayWrite && (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => setErasing(true)}>
              {t('Erase what was written')}
            </MenuItem>
          </>
        )}
      </Menu>
      <EraseDialog chat={chat} isOpen={isErasing} onClose={() => setErasing(false)} />
    </>
  )
}
