import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster, toast } from 'sonner'
import { useTheme } from '#shared/theme/theme.tsx'

const icon = 'size-[18px] stroke-2'

/** Sonner's own. */
const HOTKEY = 'Alt+T'

/**
 * Toasts of sign in and register [9.toast-a]; show them with Sonner's own `toast`. `notice` is one
 * for the start.
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
          // Sonner swipes nothing while text is selected, as a drag would do.
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
