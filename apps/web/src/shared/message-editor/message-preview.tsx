import type { TemplateContext } from '@kirim/message-template/context'
import { Eye } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownMedia } from '#shared/media/shown-media.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { openedLater } from '#shared/ui/opened-later.tsx'
import { useIsLarge } from '#shared/ui/use-is-wide.ts'

/** What fills a message in, and shows it as a chat does, comes after the form itself. */
const PreviewChat = lazy(async () => ({
  default: (await import('./preview-chat.tsx')).PreviewChat,
}))
const PreviewSheet = openedLater(
  async () => (await import('./preview-sheet.tsx')).PreviewSheet,
  ({ open }) => open,
)

export interface Reader {
  name: string
  phoneNumber: string
}

export interface PreviewProps {
  /** What the chat is called: the linked number's name, else its digits; '' while none is chosen. */
  numberName: string
  /** Who would get it, some of them; a made-up contact stands in while there is nobody. */
  people?: readonly Reader[]
  /** What the server fills placeholders in with, besides the contact. */
  setting: Required<Pick<TemplateContext, 'timeZone' | 'locale' | 'meWaName'>>
  /** With placeholders and spintax. */
  text: string
  /** Stands below the text as it is. */
  link?: string
  media: readonly ShownMedia[]
  /** Epoch milliseconds: when it would be sent. */
  moment: number
  /** What stands in the chat before it. */
  before?: ReactNode
  /** Shown while there is neither text nor media. */
  empty: string
  /** Below the chat. */
  foot?: ReactNode
}

/** Beside the form, in sight while it scrolls; under 1024 px `PreviewSheetButton` takes its place. */
export function PreviewAside({
  everywhere = false,
  ...props
}: PreviewProps & {
  /** It stands below on small screens, where there is no button for it. */
  everywhere?: boolean
}) {
  const { t } = useTranslation()
  const isLarge = useIsLarge()
  if (!everywhere && !isLarge) return null
  const size = 'max-h-[calc(100dvh-220px)] min-h-[380px]'
  return (
    <aside aria-label={t('Preview')} className="lg:sticky lg:top-[76px]">
      <div className="overflow-hidden rounded-lg border">
        <Suspense fallback={<div className={cn(size, 'bg-chat')} />}>
          <PreviewChat {...props} className={size} />
        </Suspense>
      </div>
      {props.foot}
    </aside>
  )
}

export function PreviewSheetButton(props: PreviewProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button className="mr-auto lg:hidden" onClick={() => setOpen(true)}>
        <Eye aria-hidden="true" />
        {t('Preview')}
      </Button>
      <PreviewSheet open={open} onOpenChange={setOpen} {...props} />
    </>
  )
}
