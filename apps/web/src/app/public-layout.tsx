import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { useAuth } from '#shared/auth/auth-context.ts'
import { ThemeToggle } from '#shared/theme/theme-toggle.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Logo } from '#shared/ui/logo.tsx'
import { useIsLarge } from '#shared/ui/use-is-wide.ts'
import { LanguageMenu } from './language-menu.tsx'
import { PageAnnouncer } from './page-announcer.tsx'

const MessageStory = lazy(async () => ({
  default: (await import('#features/accounts/message-story.tsx')).MessageStory,
}))
const Toaster = lazy(async () => ({
  default: (await import('#shared/toast/toaster.tsx')).Toaster,
}))

/** The layout of the public pages. */
export function PublicLayout({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { endedBy } = useAuth()
  const [pathname] = useLocation()
  const isLarge = useIsLarge()
  useEffect(() => {
    if (endedBy !== 'server') return
    toast({ title: t('Your session has ended. Please sign in again.') })
  }, [endedBy, t])
  return (
    <>
      <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)]">
        <div className="flex flex-col px-6 py-6 sm:px-12 lg:pr-16 lg:pl-[max(64px,9vw)]">
          <header className="flex flex-wrap items-center justify-between gap-y-2">
            <Link href="/login" className="rounded-md">
              <Logo large />
            </Link>
            <div className="-mr-2 flex items-center gap-1">
              <LanguageMenu />
              <ThemeToggle />
            </div>
          </header>
          <main className="flex flex-1 flex-col justify-center py-12">{children}</main>
          <footer className="text-xs text-muted-foreground">
            {t('Self-hosted. Your contacts stay on this server.')}
          </footer>
        </div>
        {isLarge && (
          <Suspense fallback={<aside className="border-l bg-chat" />}>
            <MessageStory />
          </Suspense>
        )}
      </div>
      <PageAnnouncer pathname={pathname} name={title} />
      <Suspense fallback={null}>
        <Toaster limit={3} duration={4000} />
      </Suspense>
    </>
  )
}
