import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Input } from '#shared/ui/input.tsx'

const TAG_MAX_LENGTH = 100

interface TagDialogProps {
  open: boolean
  tag: string
  /** Empty for any tag. */
  onTag: (tag: string) => void
  onClose: () => void
}

/** Asks for the tag that the contacts of the listed chats have. */
export function TagDialog({ open, tag, onTag, onClose }: TagDialogProps) {
  const { t } = useTranslation()
  const form = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const close = () => {
    setTyped(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t('Tag of the contact')}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" form={form} variant="primary">
            {t('Filter')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          onTag((typed ?? tag).trim())
          close()
        }}
      >
        <Input
          aria-label={t('Tag')}
          value={typed ?? tag}
          maxLength={TAG_MAX_LENGTH}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
