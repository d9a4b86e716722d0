import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { dialogEvents } from './dialog-events.ts'
import { focusFirst } from './focus-first.ts'
import { useReturnFocus } from './use-return-focus.ts'

/** The same z-index as dialogs, so that a dialog opened later covers the earlier one. */
export const scrimClasses =
  'fixed inset-0 z-50 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** `small` is 400 wide; `medium` 520 and `large` 720, both a bottom sheet below 640. */
  size?: 'small' | 'medium' | 'large'
  /** Right-aligned buttons: Cancel, then the action. */
  footer?: ReactNode
  children?: ReactNode
  /** Classes of the part between header and footer. */
  className?: string
}

const sheetOnPhone =
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[88dvh] max-sm:rounded-t-xl max-sm:data-[state=open]:animate-from-bottom max-sm:data-[state=closed]:animate-to-bottom sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-32px)] sm:max-w-[calc(100vw-32px)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:data-[state=open]:animate-dialog-in sm:data-[state=closed]:animate-dialog-out'

const sizes = {
  small:
    'w-[400px] max-w-[calc(100vw-32px)] data-[state=open]:animate-dialog-in data-[state=closed]:animate-dialog-out left-1/2 top-1/2 -translate-x-1/2 -translate-y-1/2 rounded-xl max-h-[calc(100dvh-32px)]',
  medium: `${sheetOnPhone} sm:w-[520px]`,
  large: `${sheetOnPhone} sm:w-[720px]`,
}

/** The initial focus is on the first field, else on another control, the close button last. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'small',
  footer,
  children,
  className,
}: DialogProps) {
  const { t } = useTranslation()
  const small = size === 'small'
  const returnFocus = useReturnFocus(open)
  const body = useRef<HTMLDivElement>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClasses} />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            if (body.current && focusFirst(body.current)) event.preventDefault()
          }}
          onCloseAutoFocus={returnFocus}
          {...dialogEvents}
          className={cn(
            'fixed z-50 flex flex-col bg-popover text-popover-foreground shadow-pop outline-none',
            sizes[size],
          )}
        >
          <header
            className={cn(
              'flex items-start justify-between gap-4 px-5 pt-5',
              size === 'large' && 'border-b pb-4',
            )}
          >
            <div className="min-w-0">
              <Radix.Title className="text-heading font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description
                  className={cn('text-muted-foreground', small ? 'mt-1.5' : 'mt-0.5 text-caption')}
                >
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={t('Close')}
                className="-mt-1 -mr-1.5"
              >
                <X aria-hidden="true" />
              </Button>
            </Radix.Close>
          </header>
          <div
            ref={body}
            className={cn('min-h-0 overflow-y-auto px-5', small ? 'pt-4 pb-1' : 'py-5', className)}
          >
            {children}
          </div>
          {footer && (
            <footer
              className={cn(
                'flex shrink-0 justify-end gap-2 px-5',
                small ? 'pt-4 pb-5' : 'border-t py-3.5',
              )}
            >
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
