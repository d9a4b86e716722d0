import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Sheet, SheetClose } from '#shared/ui/sheet.tsx'
import { PreviewChat, type PreviewProps } from './preview-chat.tsx'

interface PreviewSheetProps extends PreviewProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The preview as a sheet, on small screens. */
export function PreviewSheet({ open, onOpenChange, ...props }: PreviewSheetProps) {
  const { t } = useTranslation()
  return (
    <Sheet open={open} onOpenChange={onOpenChange} side="bottom" title={t('Preview')}>
      <PreviewChat
        {...props}
        className="min-h-[280px]"
        action={
          <SheetClose asChild>
            <Button variant="ghost" size="icon-sm" aria-label={t('Close')}>
              <X aria-hidden="true" />
            </Button>
          </SheetClose>
        }
      />
      <div className="px-3 pb-4">{props.foot}</div>
    </Sheet>
  )
}
