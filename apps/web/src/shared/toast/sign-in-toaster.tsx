import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster, toast } from 'sonner'
import { useTheme } from '#shared/theme/theme.tsx'

const icon = 'size-[18px] stroke-2'

/** Sonner's default. */
const HOTKEY = 'Alt+T'

/**
 * Toasts of the sign-in and register pages [9.toast-a]; create them with Sonner's `toast`. `notice`
 * is shown at the start.
 */
export function SignInToaster({ notice }: { notice: string | null }) {
  const { t } = useTranslation()
  useEffect(() => {
    if (notice) toast.info(notice)
  }, [notice])
  const { theme } = useTheme()
  return (
    <Toaster
      theme={theme}
      customAriaLabel={t('Notifications ({hotkey})', { hotkey: HOTKEY })}
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      gap={14}
      closeButton
      icons={{
        success: <CircleCheck className={icon} aria-hidden="true" />,
        error: <CircleAlert className={icon} aria-hidden="true" />,
        info: <Info className={icon} aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: t('Close'),
        classNames: {
          // Sonner ignores swipes while text is selected, and a drag would select text.
          toast:
            'flex w-full select-none sm:w-[356px] items-start gap-3 rounded-lg bg-popover p-3.5 pr-10 font-sans text-sm text-popover-foreground shadow-pop',
          title: 'font-medium',
          description: 'mt-0.5 text-caption text-muted-foreground',
          icon: 'mt-px',
          success: '[&_[data-icon]]:text-success',
          error: '[&_[data-icon]]:text-destructive',
          info: '[&_[data-icon]]:text-info',
          closeButton:
            'absolute top-3 right-3 grid size-6 place-items-center rounded-md border-0! bg-transparent! text-muted-foreground hover:text-foreground [&_svg]:size-4',
        },
      }}
    />
  )
}
