import {
  ChartBar,
  CircleDot,
  FileText,
  MapPin,
  Mic,
  Plus,
  Sticker,
  User,
  Video,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#shared/forms/form-dialog.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Menu, MenuItem } from '#shared/ui/menu.tsx'
import { PollForm } from './poll-form.tsx'
import { type SentFile, useContactContent } from './use-contact-content.ts'
import type { ChatPlace } from './use-sandbox.ts'

type FileWish = Omit<SentFile, 'file'>

const ACCEPTED: Readonly<Record<SentFile['as'], string>> = {
  image: 'image/jpeg,image/png,image/webp',
  video: 'video/mp4,video/webm,video/3gpp,video/quicktime',
  voice: 'audio/*',
  document: '',
  sticker: 'image/webp,image/png',
}

const PLACE = {
  type: 'location',
  latitude: 3.1412,
  longitude: 101.6865,
  name: 'Kuala Lumpur',
} as const
const SOMEBODY = { type: 'contact', name: 'Aina', phoneNumber: '60131000042' } as const

/** Sends what is neither text nor a picture: other files, a place, a contact, a poll. */
export function SendMore({ place, author }: { place: ChatPlace; author?: string | undefined }) {
  const { t } = useTranslation()
  const { sendFile, sendCard } = useContactContent(place, author)
  const [wish, setWish] = useState<FileWish>({ as: 'document' })
  const [asksPoll, setAsksPoll] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function pick(wanted: FileWish) {
    setWish(wanted)
    if (!input.current) return
    input.current.accept = ACCEPTED[wanted.as]
    input.current.click()
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) sendFile.mutate({ file, ...wish })
          event.target.value = ''
        }}
      />
      <Menu
        trigger={
          <Button variant="ghost" size="icon" className="shrink-0" aria-label={t('Send more')}>
            <Plus aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem icon={Video} onSelect={() => pick({ as: 'video' })}>
          {t('Video')}
        </MenuItem>
        <MenuItem icon={Mic} onSelect={() => pick({ as: 'voice' })}>
          {t('Voice message')}
        </MenuItem>
        <MenuItem icon={FileText} onSelect={() => pick({ as: 'document' })}>
          {t('Document')}
        </MenuItem>
        <MenuItem icon={Sticker} onSelect={() => pick({ as: 'sticker' })}>
          {t('Sticker')}
        </MenuItem>
        <MenuItem icon={CircleDot} onSelect={() => pick({ as: 'image', isViewOnce: true })}>
          {t('Picture that is seen once')}
        </MenuItem>
        <MenuItem icon={MapPin} onSelect={() => sendCard.mutate(PLACE)}>
          {t('Location')}
        </MenuItem>
        <MenuItem icon={User} onSelect={() => sendCard.mutate(SOMEBODY)}>
          {t('Contact')}
        </MenuItem>
        <MenuItem icon={ChartBar} onSelect={() => setAsksPoll(true)}>
          {t('Poll')}
        </MenuItem>
      </Menu>
      <FormDialog
        open={asksPoll}
        onClose={() => setAsksPoll(false)}
        title={t('Poll')}
        action={t('Send')}
        busy={sendCard.isPending}
        busyText={t('Sending...')}
      >
        {(inDialog) => (
          <PollForm
            {...inDialog}
            onSubmit={(poll) => sendCard.mutate(poll, { onSuccess: () => setAsksPoll(false) })}
          />
        )}
      </FormDialog>
    </>
  )
}
