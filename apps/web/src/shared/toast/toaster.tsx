import * as Radix from '@radix-ui/react-toast'
import { CircleAlert, CircleCheck, Info, LoaderCircle, type LucideIcon, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'
import { closeTopDialog } from '#shared/ui/open-dialogs.ts'
import {
  currentToasts,
  dismissAllToasts,
  dismissToast,
  subscribeToToasts,
  TOAST_DURATION,
  type ToastRecord,
  type ToastTone,
} from './toast.ts'
import { useToastList } from './use-toast-list.ts'

const looks: Record<ToastTone, { icon: LucideIcon; classes: string }> = {
  success: { icon: CircleCheck, classes: 'text-success' },
  error: { icon: CircleAlert, classes: 'text-destructive' },
  info: { icon: Info, classes: 'text-info' },
  progress: { icon: LoaderCircle, classes: 'text-info animate-spin' },
}

const HOTKEY = 'F8'

/** Toasts of the signed-in area [9.toast-b]: swipe 50 px to the right, F8 to reach them. */
export function Toaster() {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  const list = useToastList()
  // A toast of one user must not be shown to the next.
  useEffect(() => dismissAllToasts, [])
  return (
    <Radix.Provider
      label={t('Notification')}
      duration={TOAST_DURATION}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {toasts.map((record) => (
        <Toast key={record.id} record={record} onLeave={list.leave} />
      ))}
      <Radix.Viewport
        ref={list.ref}
        label={t('Notifications ({hotkey})', { hotkey: HOTKEY })}
        hotkey={[HOTKEY]}
        // On phones a dialog's buttons are at the bottom, so toasts are shown at the top while one
        // is open.
        className="fixed right-0 bottom-0 z-60 flex w-full flex-col gap-3 p-4 outline-none max-sm:in-[body:has([role=dialog][data-state=open])]:top-0 max-sm:in-[body:has([role=dialog][data-state=open])]:bottom-auto sm:w-[388px]"
      />
    </Radix.Provider>
  )
}

/**
 * A toast opened after a dialog would receive Escape. Passes it to the dialog unless the toast has
 * the focus or another layer of the dialog is open.
 */
function forwardKey(event: KeyboardEvent): void {
  const inToast = event.target instanceof Element && event.target.closest('[data-swipe-direction]')
  if (inToast || document.querySelector('[role=listbox], [role=menu]')) return
  if (closeTopDialog()) event.preventDefault()
}

interface ToastProps {
  record: ToastRecord
  onLeave: () => void
}

function Toast({ record, onLeave }: ToastProps) {
  const { t } = useTranslation()
  const { icon: Icon, classes } = looks[record.tone]
  return (
    <Radix.Root
      open={record.open}
      onOpenChange={(open) => {
        if (open) return
        onLeave()
        dismissToast(record.id)
      }}
      onEscapeKeyDown={forwardKey}
      duration={record.tone === 'progress' ? Number.POSITIVE_INFINITY : TOAST_DURATION}
      type={record.tone === 'error' ? 'foreground' : 'background'}
      className="flex w-full items-start gap-3 rounded-lg bg-popover p-3.5 text-popover-foreground shadow-pop data-[state=closed]:animate-to-right data-[state=open]:animate-from-right data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-to-right data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <WhenGone onGone={onLeave} />
      <Icon className={cn('mt-px size-[18px] stroke-2', classes)} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-medium wrap-anywhere">{record.title}</Radix.Title>
        {record.description && (
          <Radix.Description className="mt-0.5 text-caption wrap-anywhere text-muted-foreground">
            {record.description}
          </Radix.Description>
        )}
        {record.action && (
          <Radix.Action
            altText={record.action.label}
            onClick={record.action.onSelect}
            className="mt-1.5 -ml-1 rounded-md px-1 text-caption font-medium text-primary underline-offset-4 hover:underline pointer-coarse:py-2"
          >
            {record.action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close
        aria-label={t('Close')}
        className="-m-1.5 rounded-md p-1.5 text-muted-foreground hover:text-foreground"
      >
        <X className="size-4" aria-hidden="true" />
      </Radix.Close>
    </Radix.Root>
  )
}

/**
 * Rendered inside a toast: calls back just before the toast is removed, which its animation delays;
 * the focus is still inside.
 */
function WhenGone({ onGone }: { onGone: () => void }) {
  const gone = useEffectEvent(onGone)
  useLayoutEffect(() => () => gone(), [])
  return null
}
