import { CircleAlert, CircleCheck, Info, LoaderCircle } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { connectToaster, type ToastContent } from './toast.ts'

const icon = 'size-[18px] stroke-2'
const HOTKEY = 'F8'
/** The time that an error is shown before another error replaces it. */
export const ERROR_HOLD_MS = 2500

interface ToasterProps {
  /** The number of toasts visible at a time. */
  limit: number
  /** How long a toast is shown, in milliseconds. */
  duration: number
}

/** Shows toasts [9.toast-a] [9.toast-b]; F8 moves the focus to them. */
export function Toaster({ limit, duration }: ToasterProps) {
  const { t } = useTranslation()
  useEffect(() => {
    if (limit > 1) return connectToaster({ show, dismiss })
    const queue = createQueue()
    const disconnect = connectToaster({ show: queue.show, dismiss })
    return () => {
      disconnect()
      // A toast of one user must not be shown to the next.
      queue.clear()
      sonner.dismiss()
    }
  }, [limit])
  return (
    <Sonner
      customAriaLabel={t('Notifications ({hotkey})', { hotkey: HOTKEY })}
      hotkey={[HOTKEY]}
      swipeDirections={['right']}
      duration={duration}
      visibleToasts={limit}
      gap={14}
      closeButton
      icons={{
        success: <CircleCheck className={icon} aria-hidden="true" />,
        error: <CircleAlert className={icon} aria-hidden="true" />,
        info: <Info className={icon} aria-hidden="true" />,
        loading: <LoaderCircle className={`${icon} animate-spin`} aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: t('Close'),
        classNames: {
          // Sonner ignores swipes while text is selected, and a drag would select text. An open
          // dialog takes the pointer from everything else.
          toast:
            'pointer-events-auto flex w-full select-none sm:w-[356px] items-start gap-3 rounded-lg bg-popover p-3.5 pr-10 font-sans text-sm text-popover-foreground shadow-pop',
          title: 'font-medium wrap-anywhere',
          description: 'mt-0.5 text-caption wrap-anywhere text-muted-foreground',
          icon: 'mt-px',
          success: '[&_[data-icon]]:text-success',
          error: '[&_[data-icon]]:text-destructive',
          info: '[&_[data-icon]]:text-info',
          loading: '[&_[data-icon]]:text-info',
          actionButton:
            '-m-1 ml-auto shrink-0 rounded-md p-1 text-caption font-medium text-primary underline-offset-4 hover:underline',
          closeButton:
            'absolute top-3 right-3 grid size-6 place-items-center rounded-md border-0! bg-transparent! text-muted-foreground hover:text-foreground [&_svg]:size-4',
        },
      }}
    />
  )
}

/** Replaces the current toast; an error waits until the previous error could be read. */
function createQueue() {
  let errorUntil = 0
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  return {
    show(id: string, content: ToastContent): void {
      const now = Date.now()
      const isError = content.tone === 'error'
      const wait = isError ? Math.max(0, errorUntil - now) : 0
      errorUntil = isError ? now + wait + ERROR_HOLD_MS : now
      const replace = () => {
        for (const other of sonner.getToasts()) if (other.id !== id) sonner.dismiss(other.id)
        show(id, content)
      }
      if (wait > 0) waiting.add(setTimeout(replace, wait))
      else replace()
    },
    clear(): void {
      for (const timer of waiting) clearTimeout(timer)
    },
  }
}

function show(id: string, { title, description, tone = 'info', action }: ToastContent): void {
  sonner[tone === 'progress' ? 'loading' : tone](title, {
    id,
    description,
    action: action && { label: action.label, onClick: action.onSelect },
    // On phones the buttons of a dialog are at the bottom of the screen.
    position: hasDialogOnPhone() ? 'top-center' : 'bottom-right',
  })
}

function hasDialogOnPhone(): boolean {
  const isOpen = document.querySelector('[role=dialog][data-state=open]') !== null
  return isOpen && window.innerWidth < 640
}

function dismiss(id: string): void {
  sonner.dismiss(id)
}
