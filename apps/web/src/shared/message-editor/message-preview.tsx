import { Eye } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import { useIsLarge } from '#shared/ui/use-is-wide.ts'
import type { PreviewProps } from './preview-chat.tsx'

/** The code that renders the preview is loaded after the form. */
const PreviewChat = lazy(async () => ({
  default: (await import('./preview-chat.tsx')).PreviewChat,
}))
const PreviewSheet = lazyDialog(
  async () => (await import('./preview-sheet.tsx')).PreviewSheet,
  ({ open }) => open,
)

/** A sticky preview beside the form; below 1024 px `PreviewSheetButton` replaces it. */
export function PreviewAside({
  inColumn = false,
  ...props
}: PreviewProps & {
  /** Placed in a sticky column with other content below it. */
  inColumn?: boolean
}) {
  const { t } = useTranslation()
  const isLarge = useIsLarge()
  if (!isLarge) return null
  const size = inColumn
    ? 'max-h-[max(340px,48dvh)] min-h-[340px]'
    : 'max-h-[calc(100dvh-220px)] min-h-[380px]'
  return (
    <aside aria-label={t('Preview')} className={cn(!inColumn && 'lg:sticky lg:top-[76px]')}>
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
